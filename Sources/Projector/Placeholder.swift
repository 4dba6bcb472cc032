// Projector
