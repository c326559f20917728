-- Caches of feeds that nothing fills: the desk reads its markets and weather from their source at each start.
DROP TABLE quote;
--> statement-breakpoint
DROP TABLE bar;
--> statement-breakpoint
DROP TABLE series_value;
--> statement-breakpoint
DROP TABLE observation;
--> statement-breakpoint
DROP TABLE weather_day;
--> statement-breakpoint
DROP TABLE forecast_run;
--> statement-breakpoint
DROP TABLE weather_warning;
