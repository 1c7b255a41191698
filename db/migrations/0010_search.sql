DROP INDEX "blog_search";--> statement-breakpoint
DROP INDEX "city_search";--> statement-breakpoint
DROP INDEX "user_search";--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "answer_seen_at" timestamp with time zone;--> statement-breakpoint
-- Only answers from now on are marked as unread.
UPDATE "inquiry" SET "answer_seen_at" = "answered_at";--> statement-breakpoint
CREATE INDEX "channel_search" ON "channel" USING gin (fold("token") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "city_place" ON "city" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "inquiry_search" ON "inquiry" USING gin (fold("email") gin_trgm_ops,fold("first_name") gin_trgm_ops,fold("last_name") gin_trgm_ops,fold("message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_search" ON "review" USING gin (fold("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscription_search" ON "subscription" USING gin (fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_place" ON "user" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "blog_search" ON "blog" USING gin (fold("title") gin_trgm_ops,fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "city_search" ON "city" USING gin (fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin (fold("username") gin_trgm_ops,fold("email") gin_trgm_ops,fold("first_name") gin_trgm_ops,fold("last_name") gin_trgm_ops,fold("legal_name") gin_trgm_ops,fold("description") gin_trgm_ops);