ALTER TABLE "webhook" ADD COLUMN "probed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "webhook_delivery_pending" ON "webhook_delivery" USING btree ("webhook_id") WHERE "webhook_delivery"."status" = 'PENDING';--> statement-breakpoint
-- At most 1,000 deliveries wait for a webhook that does not answer: further events are not sent to it.
CREATE OR REPLACE FUNCTION "tell_webhooks"(owner uuid, kind text, facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made uuid;
  hooks uuid[];
BEGIN
  SELECT array_agg(w."id") INTO hooks FROM "webhook" w
    WHERE w."user_id" = owner AND w."enabled" AND kind = ANY (w."events")
      AND (SELECT count(*) FROM (SELECT FROM "webhook_delivery" d
        WHERE d."webhook_id" = w."id" AND d."status" = 'PENDING' LIMIT 1000) waiting) < 1000;
  IF hooks IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO "webhook_event" ("user_id", "type", "data") VALUES (owner, kind, facts) RETURNING "id" INTO made;
  INSERT INTO "webhook_delivery" ("webhook_id", "event_id") SELECT unnest(hooks), made;
  PERFORM pg_notify('webhook_due', '');
END $$;
