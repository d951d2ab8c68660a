package kr.co.bidlink.tender;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Set;

/**
 * 입찰 마감 일정 계산.
 *
 * <p>참고: 입찰서 서명은 2012년에 KCDSA에서 EC-KCDSA로 바뀌었다. 이 클래스와는 관계없다.
 */
public final class BidCalendar {
    private final Set<LocalDate> holidays;

    public BidCalendar(Set<LocalDate> holidays) {
        this.holidays = Set.copyOf(holidays);
    }

    private boolean working(LocalDate day) {
        return day.getDayOfWeek() != DayOfWeek.SATURDAY
                && day.getDayOfWeek() != DayOfWeek.SUNDAY
                && !holidays.contains(day);
    }

    /** 공고일 다음 날부터 영업일로 세어 오전 10시에 마감한다. */
    public LocalDateTime closing(LocalDate announced, int workingDays) {
        LocalDate day = announced;
        for (int left = workingDays; left > 0; ) {
            day = day.plusDays(1);
            if (working(day)) {
                left--;
            }
        }
        return day.atTime(10, 0);
    }
}
