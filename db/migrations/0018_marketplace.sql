CREATE TABLE "complaint" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stream_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"charge" integer NOT NULL,
	"wanted" integer NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"answer" text,
	"conceded" integer,
	"answered_at" timestamp with time zone,
	"reason" text,
	"decided" integer,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "complaint_stream_id_unique" UNIQUE("stream_id"),
	CONSTRAINT "complaint_kind" CHECK ("complaint"."kind" in ('NO_PICTURE', 'WRONG_PLACE', 'BEHAVIOUR', 'OTHER')),
	CONSTRAINT "complaint_status" CHECK ("complaint"."status" in ('OPEN', 'ACCEPTED', 'DECLINED', 'DECIDED')),
	CONSTRAINT "complaint_amounts" CHECK ("complaint"."charge" > 0 and "complaint"."wanted" between 0 and "complaint"."charge"
        and "complaint"."conceded" between 0 and "complaint"."charge"
        and "complaint"."decided" between coalesce("complaint"."conceded", 0) and "complaint"."charge"),
	CONSTRAINT "complaint_answered" CHECK (num_nulls("complaint"."answer", "complaint"."conceded", "complaint"."answered_at") in (0, 3)
        and case "complaint"."status" when 'OPEN' then "complaint"."answered_at" is null when 'DECIDED' then true
          else "complaint"."answered_at" is not null end),
	CONSTRAINT "complaint_decided" CHECK (num_nulls("complaint"."reason", "complaint"."decided", "complaint"."decided_at") = case when "complaint"."status" = 'DECIDED' then 0 else 3 end)
);
--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_request_id_unique";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "moved_from" uuid;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "appointment_id" uuid;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "waived" text;--> statement-breakpoint
ALTER TABLE "busy" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
UPDATE "busy" SET "claim_id" = coalesce("booking_id", "request_id");--> statement-breakpoint
ALTER TABLE "busy" ALTER COLUMN "claim_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "part" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_stream_id_stream_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."stream"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_decided_by_id_user_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_status_created" ON "complaint" USING btree ("status","created_at");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_moved_from_booking_id_fk" FOREIGN KEY ("moved_from") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_moved_once" ON "booking" USING btree ("moved_from") WHERE "booking"."status" in ('PAYING', 'WAITING', 'CONFIRMED');--> statement-breakpoint
CREATE INDEX "ledger_at" ON "ledger" USING btree ("at","tx_key","account");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_part" UNIQUE("request_id","part");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_moved" CHECK ("booking"."moved_from" <> "booking"."id" and ("booking"."moved_from" is null or "booking"."appointment_id" is not null));--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_of_part" CHECK ("payment"."part" = 1 or ("payment"."part" > 1 and "payment"."request_id" is not null));--> statement-breakpoint
-- By hand from here on: no one is taken twice, but by another time for the same booking.
CREATE OR REPLACE FUNCTION booking_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE booking_id = NEW.id;
  IF NEW.status IN ('PAYING', 'WAITING', 'CONFIRMED') AND NEW.outcome IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, booking_id, claim_id, period)
      SELECT user_id, NEW.id, coalesce(NEW.appointment_id, NEW.id), period FROM (VALUES
        (NEW.producer_id, tstzrange(NEW.start_at, NEW.end_at + NEW.rest_minutes * interval '1 minute')),
        (NEW.consumer_id, tstzrange(NEW.start_at, NEW.end_at))) taken (user_id, period) ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION call_request_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE request_id = NEW.id;
  IF NEW.status = 'ACCEPTED' AND NEW.over_at IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, request_id, claim_id, period)
      SELECT taken.user_id, NEW.id, NEW.id, tstzrange(NEW.answered_at, NEW.ends_at)
        FROM (VALUES (NEW.producer_id), (NEW.consumer_id)) taken (user_id)
        WHERE taken.user_id IS NOT NULL ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
ALTER TABLE "busy" DROP CONSTRAINT "busy_apart";--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_apart" EXCLUDE USING gist ("user_id" WITH =, "claim_id" WITH <>, "period" WITH &&);
