// QuizPacks
