ALTER TABLE "channel" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "reserved_mbps" smallint DEFAULT 27 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "process" text;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "max_rooms" integer DEFAULT 2147483647 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "max_mbps" integer DEFAULT 2147483647 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "region" text;--> statement-breakpoint
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
