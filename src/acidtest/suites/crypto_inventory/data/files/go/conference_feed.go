package feed

import (
	"fmt"
	"io"
	"sort"
	"time"
)

// Event is one line of the marketing calendar.
type Event struct {
	Name  string
	Venue string
	Start time.Time
	Days  int
}

var events = []Event{
	{"RSA Conference", "Moscone", time.Date(2026, 4, 27, 0, 0, 0, 0, time.UTC), 4},
	{"ECC Expo", "Edinburgh Conference Centre", time.Date(2026, 9, 8, 0, 0, 0, 0, time.UTC), 3},
	{"DSA Congress", "Dental Society of Andalusia", time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC), 2},
}

// WriteICS writes the feed, soonest first.
func WriteICS(w io.Writer) error {
	sorted := append([]Event(nil), events...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Start.Before(sorted[j].Start) })
	fmt.Fprint(w, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
	for _, e := range sorted {
		end := e.Start.AddDate(0, 0, e.Days)
		_, err := fmt.Fprintf(w, "BEGIN:VEVENT\r\nSUMMARY:%s\r\nLOCATION:%s\r\nDTSTART:%s\r\nDTEND:%s\r\nEND:VEVENT\r\n",
			e.Name, e.Venue, e.Start.Format("20060102"), end.Format("20060102"))
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(w, "END:VCALENDAR\r\n")
	return err
}
