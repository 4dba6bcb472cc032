print("pulsador")
