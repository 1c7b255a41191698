CREATE TABLE "camera_type" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"status" text DEFAULT 'CREATED' NOT NULL,
	"end_reason" text,
	"node_id" text NOT NULL,
	"host_key" text NOT NULL,
	"guest_key" text,
	"camera_type" text,
	"video_quality" text,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "channel_token_unique" UNIQUE("token"),
	CONSTRAINT "channel_latitude" CHECK ("channel"."latitude" between -90 and 90),
	CONSTRAINT "channel_longitude" CHECK ("channel"."longitude" between -180 and 180),
	CONSTRAINT "channel_ended" CHECK (("channel"."status" in ('FINISHED', 'FAILED')) = ("channel"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "channel_status" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_node" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text,
	"load" integer DEFAULT 0 NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_quality" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_status_channel_status_name_fk" FOREIGN KEY ("status") REFERENCES "public"."channel_status"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_camera_type_camera_type_name_fk" FOREIGN KEY ("camera_type") REFERENCES "public"."camera_type"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_video_quality_video_quality_name_fk" FOREIGN KEY ("video_quality") REFERENCES "public"."video_quality"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_node_status" ON "channel" USING btree ("node_id","status");