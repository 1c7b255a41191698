CREATE TABLE "demo_row" (
	"id" uuid PRIMARY KEY NOT NULL,
	"table" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "skipped_step" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_node" ADD COLUMN "has_turn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The file of a logo that is no longer the site's is removed, after the time in which a deleted parameter can be restored.
CREATE FUNCTION "remove_logo_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."name" = 'site-logo' AND OLD."value" <> ''
    -- Not a key that someone typed, of a picture that has an owner.
    AND NOT EXISTS (SELECT FROM "image" WHERE "key" = OLD."value")
    AND NOT EXISTS (SELECT FROM "user" WHERE "avatar_key" = OLD."value") THEN
    INSERT INTO "file_removal" ("key", "due_at") VALUES (OLD."value", now() + interval '1 hour') ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."name" = 'site-logo' THEN
    DELETE FROM "file_removal" WHERE "key" = NEW."value";
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "parameter_logo_changed" AFTER INSERT OR UPDATE OR DELETE ON "parameter"
  FOR EACH ROW EXECUTE FUNCTION "remove_logo_file"();--> statement-breakpoint
-- New pages of a site that has fragments already. `seedFragments` writes their texts.
INSERT INTO "fragment" ("name", "language", "title")
  SELECT "page"."name", "page"."language", "page"."title" FROM (VALUES
    ('terms', 'ENGLISH', 'Terms'), ('terms', 'SPANISH', 'Condiciones'),
    ('refund-policy', 'ENGLISH', 'Refund policy'), ('refund-policy', 'SPANISH', 'Política de reembolsos'),
    ('imprint', 'ENGLISH', 'Imprint'), ('imprint', 'SPANISH', 'Aviso legal')
  ) AS "page" ("name", "language", "title")
  WHERE EXISTS (SELECT FROM "fragment")
  ON CONFLICT DO NOTHING;
