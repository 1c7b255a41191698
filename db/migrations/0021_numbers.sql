CREATE TABLE "call_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seat" text,
	"kind" text NOT NULL,
	"detail" text,
	CONSTRAINT "call_event_seat" CHECK ("call_event"."seat" in ('host', 'guest'))
);
--> statement-breakpoint
CREATE TABLE "call_quality" (
	"channel_id" uuid NOT NULL,
	"seat" text NOT NULL,
	"samples" integer NOT NULL,
	"loss_sum" double precision NOT NULL,
	"losses" integer NOT NULL,
	"received_bytes" double precision NOT NULL,
	"watched_ms" integer NOT NULL,
	"frozen_ms" integer NOT NULL,
	CONSTRAINT "call_quality_channel_id_seat_pk" PRIMARY KEY("channel_id","seat"),
	CONSTRAINT "call_quality_seat" CHECK ("call_quality"."seat" in ('host', 'guest'))
);
--> statement-breakpoint
CREATE TABLE "call_sample" (
	"channel_id" uuid NOT NULL,
	"seat" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ms" integer NOT NULL,
	"sent_bitrate" integer,
	"sent_loss" real,
	"received_bitrate" integer,
	"received_loss" real,
	"round_trip_ms" integer,
	"width" integer,
	"height" integer,
	"frames_per_second" real,
	"sent_width" integer,
	"sent_height" integer,
	"sent_frames_per_second" real,
	"limitation" text,
	"watched_ms" integer,
	"frozen_ms" integer,
	CONSTRAINT "call_sample_channel_id_at_seat_pk" PRIMARY KEY("channel_id","at","seat"),
	CONSTRAINT "call_sample_seat" CHECK ("call_sample"."seat" in ('host', 'guest')),
	CONSTRAINT "call_sample_frozen" CHECK ("call_sample"."frozen_ms" between 0 and "call_sample"."watched_ms")
);
--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "call_event" ADD CONSTRAINT "call_event_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_quality" ADD CONSTRAINT "call_quality_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_sample" ADD CONSTRAINT "call_sample_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_event_channel" ON "call_event" USING btree ("channel_id","at");--> statement-breakpoint
CREATE INDEX "call_event_at" ON "call_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "call_sample_at" ON "call_sample" USING btree ("at");--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_host_key" ON "channel" USING btree ("host_key","started_at");--> statement-breakpoint
CREATE INDEX "channel_guest_key" ON "channel" USING btree ("guest_key","started_at");--> statement-breakpoint
CREATE INDEX "channel_started" ON "channel" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "inquiry_channel" ON "inquiry" USING btree ("channel_id");