ALTER TABLE "channel" ADD COLUMN "host_here" boolean;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "guest_here" boolean;