public import Sterna
