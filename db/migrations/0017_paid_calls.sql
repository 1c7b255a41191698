CREATE TABLE "call_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"producer_id" uuid,
	"consumer_id" uuid,
	"status" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"budget_minutes" smallint NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"client_key" uuid NOT NULL,
	"pay_by" timestamp with time zone,
	"ring_until" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"over_at" timestamp with time zone,
	CONSTRAINT "call_request_once" UNIQUE("consumer_id","client_key"),
	CONSTRAINT "call_request_status" CHECK ("call_request"."status" in ('PAYING', 'RINGING', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY', 'FAILED')),
	CONSTRAINT "call_request_other" CHECK ("call_request"."producer_id" <> consumer_id),
	CONSTRAINT "call_request_people" CHECK ("call_request"."status" not in ('PAYING', 'RINGING') or num_nulls("call_request"."producer_id", "call_request"."consumer_id") = 0),
	CONSTRAINT "call_request_budget" CHECK ("call_request"."budget_minutes" between 1 and 240),
	CONSTRAINT "call_request_price" CHECK ("call_request"."price_minor" > 0 and "call_request"."amount" > 0),
	CONSTRAINT "call_request_pays" CHECK (("call_request"."status" = 'PAYING') = ("call_request"."pay_by" is not null)),
	CONSTRAINT "call_request_rings" CHECK (("call_request"."status" = 'RINGING') = ("call_request"."ring_until" is not null)),
	CONSTRAINT "call_request_accepted" CHECK (("call_request"."status" = 'ACCEPTED') = ("call_request"."ends_at" is not null) and ("call_request"."over_at" is null or "call_request"."status" = 'ACCEPTED'))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid,
	"request_id" uuid,
	"read_at" timestamp with time zone,
	CONSTRAINT "notification_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","booking_id","request_id"),
	CONSTRAINT "notification_about" CHECK (num_nonnulls("notification"."booking_id", "notification"."request_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "stream" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booking_id" uuid,
	"request_id" uuid,
	"producer_id" uuid,
	"consumer_id" uuid,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"budget_ms" integer,
	"offered_ms" integer DEFAULT 0 NOT NULL,
	"attended_ms" integer DEFAULT 0 NOT NULL,
	"delivered_ms" integer DEFAULT 0 NOT NULL,
	"missed_ms" integer DEFAULT 0 NOT NULL,
	"unoffered_since" timestamp with time zone,
	"absent" text,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"charge" integer,
	CONSTRAINT "stream_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "stream_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "stream_of" CHECK (num_nonnulls("stream"."booking_id", "stream"."request_id") = 1),
	CONSTRAINT "stream_ms" CHECK (least("stream"."offered_ms", "stream"."attended_ms", "stream"."delivered_ms", "stream"."missed_ms") >= 0 and "stream"."delivered_ms" <= "stream"."offered_ms"),
	CONSTRAINT "stream_booked" CHECK ("stream"."booking_id" is not null or ("stream"."missed_ms" = 0 and num_nonnulls("stream"."unoffered_since", "stream"."absent") = 0)),
	CONSTRAINT "stream_absent" CHECK ("stream"."absent" in ('PRODUCER', 'CONSUMER')),
	CONSTRAINT "stream_settled" CHECK ("stream"."charge" is null or "stream"."ended_at" is not null),
	CONSTRAINT "stream_budget" CHECK (("stream"."budget_ms" is null) = ("stream"."request_id" is null)),
	CONSTRAINT "stream_charge" CHECK ("stream"."charge" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stream_tick" (
	"stream_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ms" integer NOT NULL,
	"offered_ms" integer NOT NULL,
	"attended_ms" integer NOT NULL,
	"delivered_ms" integer NOT NULL,
	CONSTRAINT "stream_tick_stream_id_at_pk" PRIMARY KEY("stream_id","at"),
	CONSTRAINT "stream_tick_ms" CHECK (least("stream_tick"."offered_ms", "stream_tick"."attended_ms", "stream_tick"."delivered_ms") >= 0 and greatest("stream_tick"."offered_ms", "stream_tick"."attended_ms", "stream_tick"."delivered_ms") <= "stream_tick"."ms")
);
--> statement-breakpoint
ALTER TABLE "channel" DROP CONSTRAINT "channel_booked";--> statement-breakpoint
ALTER TABLE "busy" DROP CONSTRAINT "busy_booking_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "busy" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "busy" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "stream_id" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "producer_setting" ADD COLUMN "available_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "producer_setting" ADD COLUMN "max_budget_minutes" smallint DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "call_request" ADD CONSTRAINT "call_request_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_request" ADD CONSTRAINT "call_request_consumer_id_user_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_request" ADD CONSTRAINT "call_request_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_consumer_id_user_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_tick" ADD CONSTRAINT "stream_tick_stream_id_stream_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."stream"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_request_producer" ON "call_request" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "call_request_consumer" ON "call_request" USING btree ("consumer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "call_request_rings" ON "call_request" USING btree ("producer_id") WHERE "call_request"."status" = 'RINGING';--> statement-breakpoint
CREATE UNIQUE INDEX "call_request_one" ON "call_request" USING btree ("consumer_id") WHERE "call_request"."status" in ('PAYING', 'RINGING');--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_request" ON "notification" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "notification_booking" ON "notification" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "stream_producer" ON "stream" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_consumer" ON "stream" USING btree ("consumer_id","created_at");--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_stream_id_stream_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."stream"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "busy_request" ON "busy" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "channel_stream" ON "channel" USING btree ("stream_id");--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_once" UNIQUE NULLS NOT DISTINCT("booking_id","request_id","user_id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_request_id_unique" UNIQUE("request_id");--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_by" CHECK (num_nonnulls("busy"."booking_id", "busy"."request_id") = 1);--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_booked" CHECK (num_nonnulls("channel"."booking_id", "channel"."stream_id") = 0 or "channel"."ends_at" is not null);--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_of" CHECK (num_nonnulls("payment"."booking_id", "payment"."request_id") = 1);--> statement-breakpoint
ALTER TABLE "producer_setting" ADD CONSTRAINT "producer_setting_budget" CHECK ("producer_setting"."max_budget_minutes" between 1 and 240);--> statement-breakpoint
-- Whoever is in a call that was accepted is taken until it is over, or has to be.
CREATE FUNCTION call_request_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE request_id = NEW.id;
  IF NEW.status = 'ACCEPTED' AND NEW.over_at IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, request_id, period)
      SELECT taken.user_id, NEW.id, tstzrange(NEW.answered_at, NEW.ends_at)
        FROM (VALUES (NEW.producer_id), (NEW.consumer_id)) taken (user_id)
        WHERE taken.user_id IS NOT NULL ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER call_request_busy AFTER INSERT OR UPDATE OF status, ends_at, over_at ON call_request
  FOR EACH ROW EXECUTE FUNCTION call_request_busy();
