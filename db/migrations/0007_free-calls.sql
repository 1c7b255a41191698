CREATE TABLE "free_call" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"callee_id" uuid NOT NULL,
	"caller_id" uuid,
	"caller_key" text NOT NULL,
	"caller_name" varchar(40),
	"status" text NOT NULL,
	"ring_until" timestamp with time zone,
	"channel_id" uuid,
	CONSTRAINT "free_call_status" CHECK ("free_call"."status" in ('RINGING', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY')),
	CONSTRAINT "free_call_other" CHECK ("free_call"."callee_id" <> caller_id),
	CONSTRAINT "free_call_ringing" CHECK (("free_call"."status" = 'RINGING') = ("free_call"."ring_until" is not null)),
	CONSTRAINT "free_call_name" CHECK ("free_call"."caller_name" is null or "free_call"."status" = 'RINGING')
);
--> statement-breakpoint
ALTER TABLE "notification" DROP CONSTRAINT "notification_once";--> statement-breakpoint
ALTER TABLE "notification" DROP CONSTRAINT "notification_about";--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "free_call_id" uuid;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "free_callers" text DEFAULT 'NOBODY' NOT NULL;--> statement-breakpoint
ALTER TABLE "free_call" ADD CONSTRAINT "free_call_callee_id_user_id_fk" FOREIGN KEY ("callee_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_call" ADD CONSTRAINT "free_call_caller_id_user_id_fk" FOREIGN KEY ("caller_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_call" ADD CONSTRAINT "free_call_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "free_call_callee" ON "free_call" USING btree ("callee_id","created_at");--> statement-breakpoint
CREATE INDEX "free_call_caller" ON "free_call" USING btree ("caller_id");--> statement-breakpoint
CREATE INDEX "free_call_channel" ON "free_call" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "free_call_created" ON "free_call" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "free_call_rings" ON "free_call" USING btree ("callee_id") WHERE "free_call"."status" = 'RINGING';--> statement-breakpoint
-- contract: 0.1.0 does not write this column.
ALTER TABLE "notification" ADD CONSTRAINT "notification_free_call_id_free_call_id_fk" FOREIGN KEY ("free_call_id") REFERENCES "public"."free_call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_free_call" ON "notification" USING btree ("free_call_id");--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","booking_id","request_id","free_call_id");--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_about" CHECK (num_nonnulls("notification"."booking_id", "notification"."request_id", "notification"."free_call_id") = case "notification"."kind" when 'PAYOUT' then 0 else 1 end);--> statement-breakpoint
-- contract: 0.1.0 does not write this column.
ALTER TABLE "user" ADD CONSTRAINT "user_free_callers" CHECK ("user"."free_callers" in ('EVERYONE', 'FAVOURITES', 'NOBODY'));