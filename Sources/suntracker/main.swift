print("suntracker")
