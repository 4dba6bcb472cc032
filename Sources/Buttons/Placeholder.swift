// Buttons
