package market

import (
	"fmt"
	"sort"
)

// 종자 경매. seed는 씨앗이고 aria는 품종 이름이다.
type Lot struct {
	Variety string
	Seed    string
	Grams   int
	Won     int
}

var lots = []Lot{
	{"aria", "배추", 500, 42000},
	{"lea", "상추", 200, 18000},
	{"hight", "옥수수", 1000, 25000},
}

// PerGram 은 그램당 가격이 싼 순서로 돌려준다.
func PerGram() []string {
	sorted := append([]Lot(nil), lots...)
	sort.Slice(sorted, func(i, j int) bool {
		return sorted[i].Won*sorted[j].Grams < sorted[j].Won*sorted[i].Grams
	})
	out := make([]string, 0, len(sorted))
	for _, l := range sorted {
		out = append(out, fmt.Sprintf("%s(%s) %d원/g", l.Seed, l.Variety, l.Won/l.Grams))
	}
	return out
}
