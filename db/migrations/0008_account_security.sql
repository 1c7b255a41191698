CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_name" varchar(40),
	"address" varchar(45),
	"action" varchar(40) NOT NULL,
	"entity" varchar(40),
	"row_id" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "challenge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"challenge" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "challenge_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "challenge_purpose" CHECK ("challenge"."purpose" in ('REGISTER_PASSKEY', 'USE_PASSKEY', 'SECOND_FACTOR'))
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"backed_up" boolean NOT NULL,
	"name" varchar(60) NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_token" DROP CONSTRAINT "email_token_purpose";--> statement-breakpoint
ALTER TABLE "email_token" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "address" varchar(45);--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "session" SET "confirmed_at" = "created_at";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "suspension_reason" varchar(500);--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_created" ON "audit" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_row" ON "audit" USING btree ("entity","row_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "challenge_expires" ON "challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_device_user_token" ON "known_device" USING btree ("user_id","token_hash");--> statement-breakpoint
CREATE INDEX "known_device_seen" ON "known_device" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_user_hash" ON "recovery_code" USING btree ("user_id","code_hash");--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_session" CHECK (("email_token"."purpose" = 'END_SESSION') = ("email_token"."session_id" is not null));--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_purpose" CHECK ("email_token"."purpose" in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD', 'INVITE', 'END_SESSION'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_suspension" CHECK (("user"."suspended_at" is null) = ("user"."suspension_reason" is null));--> statement-breakpoint
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD."created_at" < now() - interval '90 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE ON "audit"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE TRIGGER "audit_no_truncate" BEFORE TRUNCATE ON "audit"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- For searches that ignore case and accents. unaccent() itself is only STABLE, as its dictionary could be changed; with
-- the dictionary named it may be declared IMMUTABLE, which indexes need.
CREATE FUNCTION "fold"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, $1));
