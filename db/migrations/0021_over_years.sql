ALTER TABLE "call_request" ADD COLUMN "rang_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "push_off" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "api_key_ended" ON "api_key" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "call_request_unreached" ON "call_request" USING btree ("created_at") WHERE "call_request"."status" = 'BUSY';--> statement-breakpoint
CREATE INDEX "channel_ended" ON "channel" USING btree ("ended_at") WHERE "channel"."booking_id" is null and "channel"."stream_id" is null;--> statement-breakpoint
CREATE INDEX "channel_placed" ON "channel" USING btree ("ended_at") WHERE "channel"."latitude" is not null;--> statement-breakpoint
CREATE INDEX "email_token_expires" ON "email_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_token_session" ON "email_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_notification_session" ON "push_notification" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "stream_tick_at" ON "stream_tick" USING btree ("at");--> statement-breakpoint
CREATE INDEX "totp_unconfirmed" ON "totp" USING btree ("last_step") WHERE "totp"."confirmed_at" is null;--> statement-breakpoint
-- contract: of a new column alone
ALTER TABLE "user" ADD CONSTRAINT "user_push_off" CHECK ("user"."push_off" <@ '{CALLS,BOOKINGS,MONEY}');--> statement-breakpoint
-- Of requests that ended before they were answered, those whose streamer was told, as far as that is still known.
UPDATE "call_request" SET "rang_at" = "created_at" WHERE "status" IN ('CANCELLED', 'FAILED')
  AND EXISTS (SELECT FROM "notification" WHERE "notification"."request_id" = "call_request"."id");
