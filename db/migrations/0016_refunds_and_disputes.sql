CREATE TABLE "dispute" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid NOT NULL,
	"stripe_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone,
	"reversal" text,
	"reversed" integer DEFAULT 0 NOT NULL,
	"fee_back" integer DEFAULT 0 NOT NULL,
	"returned" text,
	CONSTRAINT "dispute_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "dispute_reversal_unique" UNIQUE("reversal"),
	CONSTRAINT "dispute_returned_unique" UNIQUE("returned"),
	CONSTRAINT "dispute_amount" CHECK ("dispute"."amount" > 0),
	CONSTRAINT "dispute_reversed" CHECK ("dispute"."reversed" between 0 and "dispute"."amount")
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"by_id" uuid,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stripe_id" text,
	"fee_back" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refund_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "refund_status" CHECK ("refund"."status" in ('PENDING', 'SUCCEEDED', 'FAILED')),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_by_id_user_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_payment" ON "dispute" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_pending" ON "refund" USING btree ("changed_at") WHERE "refund"."status" = 'PENDING';--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_refunded" CHECK ("payment"."refunded" between 0 and "payment"."captured");