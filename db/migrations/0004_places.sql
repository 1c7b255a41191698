ALTER TABLE "channel" ALTER COLUMN "node_id" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "placed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "owner" text;--> statement-breakpoint
CREATE INDEX "channel_place" ON "channel" USING btree ("node_id","placed_until") WHERE "channel"."placed_until" is not null;--> statement-breakpoint
CREATE INDEX "channel_waiting" ON "channel" USING btree ("owner") WHERE "channel"."status" = 'CREATED';--> statement-breakpoint
UPDATE "channel" SET "placed_until" = "expires_at" + interval '1 minute'
  WHERE "status" = 'CREATED' AND "camera_type" IS NOT NULL AND "expires_at" > now();--> statement-breakpoint
-- contract: the calls of 0.1.0 fit the new function, by its defaults.
DROP FUNCTION place_room(text, integer, text);--> statement-breakpoint
-- Chooses the media server on which the same transaction then places a room, by the capacity that its rooms take.
-- Rooms are placed one after the other: the lock is held until the transaction ends, and a waiting transaction then reads
-- the rows that others have written meanwhile, as each query of a volatile function has a snapshot of its own.
-- only_on: no other media server, also if it is draining. room_owner: its rooms may take owner_share of all capacity,
-- and free rooms together free_share of each media server's; the first room is never refused for its share.
CREATE FUNCTION place_room(wanted_region text, mbps integer, but_not text DEFAULT NULL, only_on text DEFAULT NULL,
  room_owner text DEFAULT NULL, owner_share numeric DEFAULT 1, free_share numeric DEFAULT 1) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  moment timestamptz;
  placed record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('place_room'));
  moment := clock_timestamp();
  SELECT node.id, node.fits, node.within_share INTO placed FROM (
    SELECT node.id, node.region,
      held.rooms < node.max_rooms AND held.mbps + place_room.mbps <= node.max_mbps
        AND held.free_rooms < free_share * node.max_rooms
        AND (held.free_rooms = 0 OR held.free_mbps + place_room.mbps <= free_share * node.max_mbps) AS fits,
      sum(held.own_rooms) OVER () < owner_share * sum(node.max_rooms) OVER ()
        AND (sum(held.own_rooms) OVER () = 0
          OR sum(held.own_mbps) OVER () + place_room.mbps <= owner_share * sum(node.max_mbps) OVER ()) AS within_share,
      -- Afterwards.
      greatest((held.rooms + 1) / node.max_rooms::float8, (held.mbps + place_room.mbps) / node.max_mbps::float8) AS taken
      FROM media_node node
      CROSS JOIN LATERAL (
        SELECT count(*) AS rooms, coalesce(sum(reserved_mbps), 0) AS mbps,
          count(*) FILTER (WHERE stream_id IS NULL) AS free_rooms,
          coalesce(sum(reserved_mbps) FILTER (WHERE stream_id IS NULL), 0) AS free_mbps,
          count(*) FILTER (WHERE owner = room_owner) AS own_rooms,
          coalesce(sum(reserved_mbps) FILTER (WHERE owner = room_owner), 0) AS own_mbps
          FROM channel
          WHERE channel.node_id = node.id AND (channel.status IN ('REQUESTED', 'STARTED')
            OR channel.placed_until > moment AND (channel.status <> 'CREATED' OR channel.expires_at > moment))
      ) held
      -- As MEDIA_NODE_STALE_MS and MEDIA_NODE_DRAINING have it.
      WHERE node.heartbeat_at > moment - interval '15 seconds' AND (node.load < 2147483647 OR node.id = only_on)
        AND node.id IS DISTINCT FROM but_not
    ) node
    WHERE only_on IS NULL OR node.id = only_on
    -- The one that is then the emptiest for its size.
    ORDER BY node.fits DESC, node.region IS DISTINCT FROM wanted_region, node.taken, node.id
    LIMIT 1;
  IF placed IS NULL THEN
    RAISE EXCEPTION 'no media server takes rooms' USING ERRCODE = 'PC001';
  ELSIF NOT placed.within_share THEN
    RAISE EXCEPTION 'the owner of the room has its share' USING ERRCODE = 'PC003';
  ELSIF NOT placed.fits THEN
    RAISE EXCEPTION 'all media servers are full' USING ERRCODE = 'PC002';
  END IF;
  RETURN placed.id;
END $$;
