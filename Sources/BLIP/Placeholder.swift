// BLIP
