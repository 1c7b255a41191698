ALTER TABLE "booking" ADD COLUMN "ended_note" varchar(500);--> statement-breakpoint
ALTER TABLE "call_request" ADD COLUMN "complaint_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "hidden_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_note" CHECK (("booking"."ended_reason" is not distinct from 'ADMIN') = ("booking"."ended_note" is not null));