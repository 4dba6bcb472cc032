// QuizTests
