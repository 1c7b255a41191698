CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"name" varchar(60) NOT NULL,
	"prefix" varchar(12) NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"per_minute" integer DEFAULT 60 NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_key_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_key_per_minute" CHECK ("api_key"."per_minute" between 1 and 600)
);
--> statement-breakpoint
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
CREATE TABLE "keyed_room" (
	"channel_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"key_id" uuid,
	"claim_hash" text NOT NULL,
	"claimed_by" text,
	"projection" text,
	"quality" text,
	"return_url" varchar(500),
	"host_name" varchar(60),
	"guest_name" varchar(60)
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"url" varchar(500) NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"failing_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivery_id" uuid NOT NULL,
	"status" smallint,
	"problem" varchar(40),
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone,
	CONSTRAINT "webhook_delivery_once" UNIQUE("webhook_id","event_id"),
	CONSTRAINT "webhook_delivery_status" CHECK ("webhook_delivery"."status" in ('PENDING', 'DELIVERED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "reserved_mbps" smallint DEFAULT 27 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "process" text;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "max_rooms" integer DEFAULT 2147483647 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "max_mbps" integer DEFAULT 2147483647 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_event" ADD CONSTRAINT "call_event_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_quality" ADD CONSTRAINT "call_quality_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_sample" ADD CONSTRAINT "call_sample_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_room" ADD CONSTRAINT "keyed_room_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_room" ADD CONSTRAINT "keyed_room_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_room" ADD CONSTRAINT "keyed_room_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_webhook_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_webhook_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "api_key_created" ON "api_key" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "call_event_channel" ON "call_event" USING btree ("channel_id","at");--> statement-breakpoint
CREATE INDEX "call_event_at" ON "call_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "call_sample_at" ON "call_sample" USING btree ("at");--> statement-breakpoint
CREATE INDEX "keyed_room_user" ON "keyed_room" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "keyed_room_key" ON "keyed_room" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "webhook_user" ON "webhook" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" USING btree ("delivery_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("created_at") WHERE "webhook_delivery"."queued_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_event_user" ON "webhook_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_event_created" ON "webhook_event" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_host_key" ON "channel" USING btree ("host_key","started_at");--> statement-breakpoint
CREATE INDEX "channel_guest_key" ON "channel" USING btree ("guest_key","started_at");--> statement-breakpoint
CREATE INDEX "channel_started" ON "channel" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "inquiry_channel" ON "inquiry" USING btree ("channel_id");--> statement-breakpoint
-- By hand: chooses the media server of a room that the same transaction then writes, by what the rooms of each take of it.
-- Rooms are placed one after the other: the lock is held until the transaction ends, and what waits for it then reads the
-- rows that others have written meanwhile, as each query of a volatile function has a snapshot of its own.
CREATE FUNCTION place_room(wanted_region text, mbps integer, but_not text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  placed record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('place_room'));
  SELECT node.id, held.rooms < node.max_rooms AND held.mbps + place_room.mbps <= node.max_mbps AS fits INTO placed
    FROM media_node node
    CROSS JOIN LATERAL (
      SELECT count(*) AS rooms, coalesce(sum(channel.reserved_mbps), 0) AS mbps FROM channel
        WHERE channel.node_id = node.id AND (channel.status IN ('REQUESTED', 'STARTED')
          OR channel.status = 'CREATED' AND channel.expires_at > clock_timestamp())
    ) held
    -- As MEDIA_NODE_STALE_MS and MEDIA_NODE_DRAINING have it.
    WHERE node.heartbeat_at > clock_timestamp() - interval '15 seconds' AND node.load < 2147483647
      AND node.id IS DISTINCT FROM but_not
    -- The one that is then the emptiest for its size.
    ORDER BY fits DESC, node.region IS DISTINCT FROM wanted_region,
      greatest((held.rooms + 1) / node.max_rooms::float8, (held.mbps + place_room.mbps) / node.max_mbps::float8), node.id
    LIMIT 1;
  IF placed IS NULL THEN
    RAISE EXCEPTION 'no media server takes rooms' USING ERRCODE = 'PC001';
  ELSIF NOT placed.fits THEN
    RAISE EXCEPTION 'all media servers are full' USING ERRCODE = 'PC002';
  END IF;
  RETURN placed.id;
END $$;
--> statement-breakpoint
-- By hand, to the end: the outbox of webhooks. Whoever writes the rows, web server or media server, it is told in the same
-- transaction. Names of events are those of WEBHOOK_EVENTS, the NOTIFY channel is WEBHOOK_DUE.
CREATE FUNCTION "iso_instant"(timestamptz) RETURNS text LANGUAGE sql STABLE STRICT
  RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');--> statement-breakpoint
CREATE FUNCTION "tell_webhooks"(owner uuid, kind text, facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM "webhook" w WHERE w."user_id" = owner AND w."enabled" AND kind = ANY (w."events")) THEN
    RETURN;
  END IF;
  INSERT INTO "webhook_event" ("user_id", "type", "data") VALUES (owner, kind, facts) RETURNING "id" INTO made;
  INSERT INTO "webhook_delivery" ("webhook_id", "event_id")
    SELECT w."id", made FROM "webhook" w WHERE w."user_id" = owner AND w."enabled" AND kind = ANY (w."events");
  PERFORM pg_notify('webhook_due', '');
END $$;--> statement-breakpoint
CREATE FUNCTION "tell_of_channel"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
  facts jsonb;
BEGIN
  SELECT k."user_id" INTO owner FROM "keyed_room" k WHERE k."channel_id" = NEW."id";
  IF owner IS NULL THEN
    RETURN NULL;
  END IF;
  facts := jsonb_build_object('roomId', NEW."id", 'startedAt', iso_instant(NEW."started_at"));
  IF NEW."status" = 'STARTED' THEN
    PERFORM tell_webhooks(owner, 'call.started', facts);
  ELSIF NEW."ended_at" IS NOT NULL AND OLD."ended_at" IS NULL THEN
    PERFORM tell_webhooks(owner, 'call.ended', facts || jsonb_build_object(
      'endedAt', iso_instant(NEW."ended_at"),
      'status', NEW."status",
      'endReason', NEW."end_reason",
      'durationMs', coalesce(round(extract(epoch FROM NEW."ended_at" - NEW."started_at") * 1000), 0),
      'cameraType', NEW."camera_type",
      'videoQuality', NEW."video_quality"
    ));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "channel_webhooks" AFTER UPDATE OF "status" ON "channel"
  FOR EACH ROW WHEN (NEW."status" IS DISTINCT FROM OLD."status") EXECUTE FUNCTION "tell_of_channel"();--> statement-breakpoint
CREATE FUNCTION "tell_of_booking"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former text := CASE TG_OP WHEN 'UPDATE' THEN OLD."status" ELSE 'PAYING' END;
  kind text;
  facts jsonb;
BEGIN
  kind := CASE
    WHEN TG_OP = 'UPDATE' AND NEW."outcome" IS NOT NULL AND OLD."outcome" IS NULL THEN 'booking.settled'
    WHEN NEW."status" = former THEN NULL
    WHEN NEW."status" = 'WAITING' THEN 'booking.requested'
    WHEN NEW."status" = 'CONFIRMED' THEN 'booking.confirmed'
    WHEN NEW."status" = 'REJECTED' THEN 'booking.rejected'
    -- The streamer never saw one that was not paid.
    WHEN NEW."status" = 'CANCELLED' AND former <> 'PAYING' THEN 'booking.cancelled'
  END;
  IF kind IS NULL THEN
    RETURN NULL;
  END IF;
  facts := jsonb_build_object(
    'bookingId', NEW."id",
    'status', NEW."status",
    'startAt', iso_instant(NEW."start_at"),
    'endAt', iso_instant(NEW."end_at"),
    'amount', NEW."amount",
    'currency', NEW."currency",
    -- As the API tells it: neither learns that they were blocked, or that the other's account is gone.
    'endedReason', CASE
      WHEN NEW."ended_reason" IN ('PRODUCER', 'CONSUMER', 'ADMIN', 'CONFIRM_TIMEOUT', 'NOT_PAID', 'HOLD_FAILED', 'MOVED')
        THEN NEW."ended_reason"
      WHEN NEW."ended_reason" = 'PAY_TIMEOUT' THEN 'NOT_PAID'
      WHEN NEW."ended_reason" IS NOT NULL THEN 'WITHDRAWN'
    END,
    'outcome', NEW."outcome"
  );
  IF NEW."producer_id" IS NOT NULL THEN
    PERFORM tell_webhooks(NEW."producer_id", kind, facts || '{"as": "STREAMER"}');
  END IF;
  IF NEW."consumer_id" IS NOT NULL THEN
    PERFORM tell_webhooks(NEW."consumer_id", kind, facts || '{"as": "VIEWER"}');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "booking_webhooks" AFTER INSERT OR UPDATE OF "status", "outcome" ON "booking"
  FOR EACH ROW EXECUTE FUNCTION "tell_of_booking"();
