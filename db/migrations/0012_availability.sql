CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE TABLE "availability_exception" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"start_minute" smallint,
	"end_minute" smallint,
	"min_minutes" smallint,
	"max_minutes" smallint,
	"price_minor" integer,
	"currency" char(3),
	"time_zone" text NOT NULL,
	"note" varchar(200) DEFAULT '' NOT NULL,
	CONSTRAINT "availability_exception_kind" CHECK ("availability_exception"."kind" in ('OFF', 'EXTRA')),
	CONSTRAINT "availability_exception_days" CHECK ("availability_exception"."last_day" between first_day and first_day + 366),
	CONSTRAINT "availability_exception_start" CHECK ("availability_exception"."start_minute" between 0 and 1439),
	CONSTRAINT "availability_exception_end" CHECK (("availability_exception"."end_minute" is null) = (start_minute is null) and "availability_exception"."end_minute" between start_minute + 1 and 1440),
	CONSTRAINT "availability_exception_terms" CHECK (num_nulls("availability_exception"."start_minute", "availability_exception"."min_minutes", "availability_exception"."max_minutes", "availability_exception"."price_minor", "availability_exception"."currency") = 0
        or "availability_exception"."kind" = 'OFF' and num_nonnulls("availability_exception"."min_minutes", "availability_exception"."max_minutes", "availability_exception"."price_minor", "availability_exception"."currency") = 0),
	CONSTRAINT "availability_exception_min" CHECK ("availability_exception"."min_minutes" >= 5),
	CONSTRAINT "availability_exception_max" CHECK ("availability_exception"."max_minutes" between min_minutes and 480),
	CONSTRAINT "availability_exception_fits" CHECK ("availability_exception"."max_minutes" <= end_minute - start_minute),
	CONSTRAINT "availability_exception_price" CHECK ("availability_exception"."price_minor" between 1 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "availability_rule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"producer_id" uuid NOT NULL,
	"day_of_week" smallint NOT NULL,
	"start_minute" smallint NOT NULL,
	"end_minute" smallint NOT NULL,
	"min_minutes" smallint NOT NULL,
	"max_minutes" smallint NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "availability_rule_day" CHECK ("availability_rule"."day_of_week" between 1 and 7),
	CONSTRAINT "availability_rule_start" CHECK ("availability_rule"."start_minute" between 0 and 1439),
	CONSTRAINT "availability_rule_end" CHECK ("availability_rule"."end_minute" between start_minute + 1 and 1440),
	CONSTRAINT "availability_rule_min" CHECK ("availability_rule"."min_minutes" >= 5),
	CONSTRAINT "availability_rule_max" CHECK ("availability_rule"."max_minutes" between min_minutes and 480),
	CONSTRAINT "availability_rule_fits" CHECK ("availability_rule"."max_minutes" <= end_minute - start_minute),
	CONSTRAINT "availability_rule_price" CHECK ("availability_rule"."price_minor" between 1 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "producer_setting" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"grid_minutes" smallint DEFAULT 30 NOT NULL,
	"notice_minutes" integer DEFAULT 120 NOT NULL,
	"horizon_days" smallint DEFAULT 60 NOT NULL,
	CONSTRAINT "producer_setting_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "producer_setting_grid" CHECK ("producer_setting"."grid_minutes" in (5, 10, 15, 20, 30, 60)),
	CONSTRAINT "producer_setting_notice" CHECK ("producer_setting"."notice_minutes" between 0 and 43200),
	CONSTRAINT "producer_setting_horizon" CHECK ("producer_setting"."horizon_days" between 1 and 180)
);
--> statement-breakpoint
ALTER TABLE "availability_exception" ADD CONSTRAINT "availability_exception_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_exception" ADD CONSTRAINT "availability_exception_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_rule" ADD CONSTRAINT "availability_rule_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_rule" ADD CONSTRAINT "availability_rule_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producer_setting" ADD CONSTRAINT "producer_setting_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "availability_exception_producer" ON "availability_exception" USING btree ("producer_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX "availability_rule_producer" ON "availability_rule" USING btree ("producer_id","created_at");--> statement-breakpoint
-- Hours of one day do not overlap. Drizzle has no word for it (EXCLUSIONS in db/schema/bookings.ts).
ALTER TABLE "availability_rule" ADD CONSTRAINT "availability_rule_apart" EXCLUDE USING gist ("producer_id" WITH =, "day_of_week" WITH =, int4range("start_minute", "end_minute") WITH &&);
