ALTER TABLE "notification" DROP CONSTRAINT "notification_about";--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_status";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "ended_note" varchar(500);--> statement-breakpoint
ALTER TABLE "call_request" ADD COLUMN "complaint_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "evidence_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "customer" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "attempt" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "former_intent" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "held_amount" integer;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "via_site" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "share" integer;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "transfer" text;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "reverses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "hidden_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_transfer_unique" UNIQUE("transfer");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_note" CHECK (("booking"."ended_reason" is not distinct from 'ADMIN') = ("booking"."ended_note" is not null));--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_about" CHECK (num_nonnulls("notification"."booking_id", "notification"."request_id") = case "notification"."kind" when 'PAYOUT' then 0 else 1 end);--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_held" CHECK ("payment"."held_amount" between 1 and "payment"."amount");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_share" CHECK (("payment"."share" is null or "payment"."via_site") and "payment"."share" between 0 and "payment"."captured"
        and ("payment"."transfer" is null or "payment"."share" is not null));--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_status" CHECK ("payment"."status" in ('NEW', 'ACTION', 'HELD', 'CAPTURING', 'CAPTURED', 'RELEASING', 'RELEASED', 'EXPIRED', 'UNPAID'));--> statement-breakpoint
-- By hand: payments that are open pay from the customer that their payer has now.
UPDATE "payment" SET "customer" = "stripe_customer"."stripe_id" FROM "stripe_customer"
  WHERE "stripe_customer"."user_id" = "payment"."payer_id" AND "payment"."intent" IS NOT NULL;
