CREATE TABLE "file_removal" (
	"key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() + interval '1 minute' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "file_removal_due" ON "file_removal" USING btree ("due_at");--> statement-breakpoint
CREATE FUNCTION "remove_image_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "file_removal" ("key") VALUES (OLD."key") ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "remove_avatar_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "file_removal" ("key") VALUES (OLD."avatar_key") ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "image_file_gone" AFTER DELETE ON "image"
  FOR EACH ROW EXECUTE FUNCTION "remove_image_file"();--> statement-breakpoint
CREATE TRIGGER "user_avatar_changed" AFTER UPDATE OF "avatar_key" ON "user"
  FOR EACH ROW WHEN (OLD."avatar_key" IS NOT NULL AND OLD."avatar_key" IS DISTINCT FROM NEW."avatar_key")
  EXECUTE FUNCTION "remove_avatar_file"();--> statement-breakpoint
CREATE TRIGGER "user_avatar_gone" AFTER DELETE ON "user"
  FOR EACH ROW WHEN (OLD."avatar_key" IS NOT NULL)
  EXECUTE FUNCTION "remove_avatar_file"();
