CREATE TABLE "ledger" (
	"tx_key" text NOT NULL,
	"account" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_tx_key_account_pk" PRIMARY KEY("tx_key","account"),
	CONSTRAINT "ledger_account" CHECK ("ledger"."account" in ('PAYER', 'STREAMER', 'PLATFORM', 'STRIPE')),
	CONSTRAINT "ledger_amount" CHECK ("ledger"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booking_id" uuid NOT NULL,
	"payer_id" uuid,
	"payee_id" uuid,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"fee_bps" smallint NOT NULL,
	"status" text DEFAULT 'NEW' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"destination" text NOT NULL,
	"payment_method" text,
	"card_brand" text,
	"card_last4" char(4),
	"intent" text,
	"refusal" text,
	"hold_at" timestamp with time zone,
	"capture_before" timestamp with time zone,
	"to_capture" integer,
	"capture_at" timestamp with time zone,
	"captured" integer DEFAULT 0 NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"captured_at" timestamp with time zone,
	CONSTRAINT "payment_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "payment_intent_unique" UNIQUE("intent"),
	CONSTRAINT "payment_status" CHECK ("payment"."status" in ('NEW', 'ACTION', 'HELD', 'CAPTURING', 'CAPTURED', 'RELEASING', 'RELEASED', 'EXPIRED')),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0),
	CONSTRAINT "payment_fee_bps" CHECK ("payment"."fee_bps" between 0 and 10000),
	CONSTRAINT "payment_capture" CHECK ("payment"."to_capture" between 1 and "payment"."amount"),
	CONSTRAINT "payment_capturing" CHECK ("payment"."status" <> 'CAPTURING' or "payment"."to_capture" is not null),
	CONSTRAINT "payment_captured" CHECK ("payment"."captured" between 0 and "payment"."amount" and ("payment"."captured" > 0) = ("payment"."status" = 'CAPTURED')),
	CONSTRAINT "payment_fee" CHECK ("payment"."fee" between 0 and "payment"."captured")
);
--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT "booking_status";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "pay_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payer_id_user_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payee_id_user_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_payment" ON "ledger" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_payer" ON "payment" USING btree ("payer_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_payee" ON "payment" USING btree ("payee_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_changed" ON "payment" USING btree ("status","changed_at");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_pays" CHECK (("booking"."status" = 'PAYING') = ("booking"."pay_by" is not null));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_status" CHECK ("booking"."status" in ('PAYING', 'WAITING', 'CONFIRMED', 'REJECTED', 'CANCELLED'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION booking_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE booking_id = NEW.id;
  IF NEW.status IN ('PAYING', 'WAITING', 'CONFIRMED') AND NEW.outcome IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, booking_id, period)
      SELECT * FROM (VALUES
        (NEW.producer_id, NEW.id, tstzrange(NEW.start_at, NEW.end_at + NEW.rest_minutes * interval '1 minute')),
        (NEW.consumer_id, NEW.id, tstzrange(NEW.start_at, NEW.end_at))) taken ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) <> 0 OR count(DISTINCT currency) <> 1 FROM ledger WHERE tx_key = NEW.tx_key) THEN
    RAISE EXCEPTION 'the lines of % in the ledger do not add up to nothing', NEW.tx_key
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Once all lines are there.
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_balanced();--> statement-breakpoint
CREATE FUNCTION ledger_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_kept();
