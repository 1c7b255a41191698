ALTER TABLE "booking" ADD COLUMN "ended_by" text;--> statement-breakpoint
-- contract: 0.1.0 does not write this column.
ALTER TABLE "booking" ADD CONSTRAINT "booking_ended_by" CHECK ("booking"."ended_by" is null or ("booking"."ended_by" in ('PRODUCER', 'CONSUMER') and "booking"."status" = 'CANCELLED'));--> statement-breakpoint
UPDATE "booking" SET "ended_by" = 'PRODUCER' WHERE "status" = 'CANCELLED' AND "ended_reason" = 'PRODUCER';
