// QuizPacksTests
