DROP INDEX "user_email";--> statement-breakpoint
CREATE INDEX "user_email_unproved" ON "user" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree (lower("email")) WHERE "user"."email_verified_at" is not null;