package alert

// Fisher lets tests compare with known values.
var Fisher = fisher
