CREATE TABLE "skipped_step" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "has_turn" boolean DEFAULT false NOT NULL;