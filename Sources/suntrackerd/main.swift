print("suntrackerd")
