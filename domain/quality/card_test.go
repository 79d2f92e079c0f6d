package quality_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/quality"
	"redeye/domain/run"
)

func TestRatesOfACard(t *testing.T) {
	c := quality.Card{Accepted: 3, Rejected: 1, Reacted: 5, Edited: 2, Edits: 4, EditDistance: 1}
	require.Equal(t, quality.Share{Of: 4, N: 3}, c.AcceptRate())
	require.Equal(t, quality.Share{Of: 5, N: 2}, c.EditRate())
	require.InDelta(t, 0.25, c.MeanDistance(), 0)
	require.Zero(t, quality.Card{}.MeanDistance())
}

func TestASumHasEveryCount(t *testing.T) {
	var one quality.Card
	v := reflect.ValueOf(&one).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() { //nolint:exhaustive // a card has but these
		case reflect.Int, reflect.Int64:
			f.SetInt(int64(i + 1))
		case reflect.Float64:
			f.SetFloat(float64(i + 1))
		default:
			t.Fatal(f.Kind())
		}
	}
	two := quality.Sum([]quality.CardRecord{{Card: one}, {Card: one}})
	v2 := reflect.ValueOf(two)
	for i := range v2.NumField() {
		require.EqualValues(t, 2*(i+1), v2.Field(i).Convert(reflect.TypeFor[float64]()).Float(), v2.Type().Field(i).Name)
	}
	require.Equal(t, quality.Card{}, quality.Sum(nil))
}

func TestACardIsReadBackAsItWas(t *testing.T) {
	c := quality.Card{Runs: 2, EditDistance: 0.25, Cost: 3 * run.Dollar}
	b, err := json.Marshal(c)
	require.NoError(t, err)
	var back quality.Card
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, c, back)
}

func TestANightMakesCardsOfWholeDays(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC) }
	for _, asOf := range []time.Time{day(3), day(3).Add(150 * time.Minute), day(4).Add(-time.Second)} {
		from, until := quality.Days(asOf, 2)
		require.Equal(t, day(3), until)
		require.Equal(t, day(1), from)
	}
	_, until := quality.Days(day(3).Add(time.Hour).In(time.FixedZone("east", 7200)), 2)
	require.Equal(t, day(3), until, "days are UTC's")
}
