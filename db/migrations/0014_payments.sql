CREATE TABLE "card" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"brand" text NOT NULL,
	"last4" char(4) NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "card_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "card_once" UNIQUE("user_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "payout_account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"country" char(2) NOT NULL,
	"stripe_id" text,
	"submitted" boolean DEFAULT false NOT NULL,
	"transfers" text,
	"payouts" text,
	"due_count" smallint DEFAULT 0 NOT NULL,
	"due_by" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payout_account_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "payout_account_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "payout_account_statuses" CHECK (coalesce("payout_account"."transfers" in ('active', 'pending', 'rejected', 'restricted', 'unsupported'), true)
        and coalesce("payout_account"."payouts" in ('active', 'pending', 'rejected', 'restricted', 'unsupported'), true))
);
--> statement-breakpoint
CREATE TABLE "stripe_customer" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"stripe_id" text,
	"checked_at" timestamp with time zone,
	CONSTRAINT "stripe_customer_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "stripe_customer_stripe_id_unique" UNIQUE("stripe_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_environment" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "stripe_environment_only" CHECK ("stripe_environment"."only"),
	CONSTRAINT "stripe_environment_mode" CHECK ("stripe_environment"."mode" in ('SANDBOX', 'TEST', 'LIVE'))
);
--> statement-breakpoint
CREATE TABLE "stripe_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "card" ADD CONSTRAINT "card_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_account" ADD CONSTRAINT "payout_account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_account" ADD CONSTRAINT "payout_account_country_country_name_fk" FOREIGN KEY ("country") REFERENCES "public"."country"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_customer" ADD CONSTRAINT "stripe_customer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_default" ON "card" USING btree ("user_id") WHERE "card"."is_default";--> statement-breakpoint
CREATE INDEX "stripe_event_received" ON "stripe_event" USING btree ("received_at");