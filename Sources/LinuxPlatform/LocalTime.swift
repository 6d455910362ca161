import Tracker
