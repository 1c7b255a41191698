CREATE FUNCTION "notify_parameter_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parameter_change', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "parameter_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "parameter"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_parameter_change"();--> statement-breakpoint
-- Links that demo content used to set, to pages that do not exist.
DELETE FROM "parameter" WHERE ("name", "value") IN (
  ('social-twitter', 'https://twitter.com/panocall'),
  ('social-facebook', 'https://www.facebook.com/panocall'),
  ('social-youtube', 'https://www.youtube.com/@panocall'),
  ('store-android', 'https://play.google.com/store/apps/details?id=app.panocall&hl={language}'),
  ('store-ios', 'https://apps.apple.com/app/panocall?l={language}')
);
