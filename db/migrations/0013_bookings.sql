CREATE TABLE "booking" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"producer_id" uuid,
	"consumer_id" uuid,
	"status" text NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"rest_minutes" smallint NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"time_zone" text NOT NULL,
	"local_start" timestamp NOT NULL,
	"tz_version" text NOT NULL,
	"consumer_time_zone" text,
	"confirm_by" timestamp with time zone,
	"client_key" uuid NOT NULL,
	"ended_reason" text,
	"outcome" text,
	CONSTRAINT "booking_once" UNIQUE("consumer_id","client_key"),
	CONSTRAINT "booking_status" CHECK ("booking"."status" in ('WAITING', 'CONFIRMED', 'REJECTED', 'CANCELLED')),
	CONSTRAINT "booking_span" CHECK ("booking"."end_at" > start_at and "booking"."end_at" - start_at <= interval '8 hours'),
	CONSTRAINT "booking_other" CHECK ("booking"."producer_id" <> consumer_id),
	CONSTRAINT "booking_people" CHECK ("booking"."status" in ('REJECTED', 'CANCELLED') or "booking"."outcome" is not null
        or num_nulls("booking"."producer_id", "booking"."consumer_id") = 0),
	CONSTRAINT "booking_ended" CHECK (("booking"."status" in ('REJECTED', 'CANCELLED')) = ("booking"."ended_reason" is not null)),
	CONSTRAINT "booking_outcome" CHECK ("booking"."outcome" is null or "booking"."status" = 'CONFIRMED'),
	CONSTRAINT "booking_waits" CHECK (("booking"."status" = 'WAITING') = ("booking"."confirm_by" is not null)),
	CONSTRAINT "booking_rest" CHECK ("booking"."rest_minutes" between 0 and 120),
	CONSTRAINT "booking_price" CHECK ("booking"."price_minor" > 0 and "booking"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "busy" (
	"user_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"period" "tstzrange" NOT NULL,
	CONSTRAINT "busy_booking_id_user_id_pk" PRIMARY KEY("booking_id","user_id"),
	CONSTRAINT "busy_period" CHECK (not (isempty("busy"."period") or lower_inf("busy"."period") or upper_inf("busy"."period")))
);
--> statement-breakpoint
ALTER TABLE "producer_setting" ADD COLUMN "rest_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "producer_setting" ADD COLUMN "auto_confirm" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_consumer_id_user_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_producer" ON "booking" USING btree ("producer_id","start_at");--> statement-breakpoint
CREATE INDEX "booking_consumer" ON "booking" USING btree ("consumer_id","start_at");--> statement-breakpoint
ALTER TABLE "producer_setting" ADD CONSTRAINT "producer_setting_rest" CHECK ("producer_setting"."rest_minutes" between 0 and 120);--> statement-breakpoint
-- No one is taken twice, in whichever role. Drizzle has no word for it (BUSY_APART in db/schema/bookings.ts).
ALTER TABLE "busy" ADD CONSTRAINT "busy_apart" EXCLUDE USING gist ("user_id" WITH =, "period" WITH &&);--> statement-breakpoint
CREATE FUNCTION booking_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE booking_id = NEW.id;
  IF NEW.status IN ('WAITING', 'CONFIRMED') AND NEW.outcome IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, booking_id, period)
      SELECT * FROM (VALUES
        (NEW.producer_id, NEW.id, tstzrange(NEW.start_at, NEW.end_at + NEW.rest_minutes * interval '1 minute')),
        (NEW.consumer_id, NEW.id, tstzrange(NEW.start_at, NEW.end_at))) taken ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER booking_busy AFTER INSERT OR UPDATE OF status, start_at, end_at, rest_minutes, producer_id, consumer_id, outcome ON booking
  FOR EACH ROW EXECUTE FUNCTION booking_busy();--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "guest_reserved_for" uuid;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_guest_reserved_for_user_id_fk" FOREIGN KEY ("guest_reserved_for") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_guest_reserved_for" ON "channel" USING btree ("guest_reserved_for");--> statement-breakpoint
CREATE INDEX "channel_booking" ON "channel" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_booking_live" ON "channel" USING btree ("booking_id") WHERE "channel"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_booked" CHECK ("channel"."booking_id" is null or "channel"."ends_at" is not null);
