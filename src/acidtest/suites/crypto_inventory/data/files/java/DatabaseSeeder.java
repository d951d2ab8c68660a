package kr.co.hanbit.pension.dev;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;

/** 개발용 DB 시드 데이터 생성기. */
public class DatabaseSeeder {
    private static final long SEED = 7L;
    private static final String[] SURNAMES = {"김", "이", "박", "최", "정"};
    private static final String[] NAMES = {"민준", "서연", "도윤", "하은", "지호"};

    static final class SeedEngine {
        private final Random random = new Random(SEED);

        String fullName() {
            return SURNAMES[random.nextInt(SURNAMES.length)] + NAMES[random.nextInt(NAMES.length)];
        }

        int joined() {
            return 1988 + random.nextInt(36);
        }
    }

    public static void seed(Connection connection, int rows) throws SQLException {
        SeedEngine engine = new SeedEngine();
        String sql = "insert into member(name, joined) values (?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < rows; i++) {
                statement.setString(1, engine.fullName());
                statement.setInt(2, engine.joined());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
