ALTER TABLE "image" ADD COLUMN "sphere" jsonb;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "is_sphere" boolean;--> statement-breakpoint
-- The version before shows these in 360°; their files' metadata was not kept.
UPDATE "image" SET "is_sphere" = true WHERE "width" >= 1000 AND abs("width" - 2 * "height") <= 2;
