CREATE INDEX "api_key_ended" ON "api_key" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "call_request_unreached" ON "call_request" USING btree ("created_at") WHERE "call_request"."status" = 'BUSY';--> statement-breakpoint
CREATE INDEX "channel_ended" ON "channel" USING btree ("ended_at") WHERE "channel"."booking_id" is null and "channel"."stream_id" is null;--> statement-breakpoint
CREATE INDEX "channel_placed" ON "channel" USING btree ("ended_at") WHERE "channel"."latitude" is not null;--> statement-breakpoint
CREATE INDEX "email_token_expires" ON "email_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_token_session" ON "email_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_notification_session" ON "push_notification" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "stream_tick_at" ON "stream_tick" USING btree ("at");--> statement-breakpoint
CREATE INDEX "totp_unconfirmed" ON "totp" USING btree ("last_step") WHERE "totp"."confirmed_at" is null;