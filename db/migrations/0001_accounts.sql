-- Makes "contains" searches use an index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "authority" (
	"name" text PRIMARY KEY NOT NULL,
	"rolename" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "block_address" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"address" "cidr" NOT NULL,
	"reason" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "block_address_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "blog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" varchar(120) NOT NULL,
	"language" text NOT NULL,
	"title" varchar(200) NOT NULL,
	"summary" varchar(500) DEFAULT '' NOT NULL,
	"body" varchar(50000) DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "blog_name_shape" CHECK ("blog"."name" ~ '^[a-z0-9][a-z0-9-]*$')
);
--> statement-breakpoint
CREATE TABLE "city" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" varchar(100) NOT NULL,
	"country" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	CONSTRAINT "city_latitude" CHECK ("city"."latitude" between -90 and 90),
	CONSTRAINT "city_longitude" CHECK ("city"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "country" (
	"name" char(2) PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "currency" (
	"name" char(3) PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" varchar(254) NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_token_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_token_purpose" CHECK ("email_token"."purpose" in ('VERIFY_EMAIL', 'RESET_PASSWORD'))
);
--> statement-breakpoint
CREATE TABLE "fragment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" varchar(120) NOT NULL,
	"language" text NOT NULL,
	"title" varchar(200) NOT NULL,
	"body" varchar(50000) DEFAULT '' NOT NULL,
	CONSTRAINT "fragment_name_shape" CHECK ("fragment"."name" ~ '^[a-z0-9][a-z0-9-]*$')
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"blog_id" uuid,
	"fragment_id" uuid,
	"key" text NOT NULL,
	"alt" varchar(300) DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	CONSTRAINT "image_key_unique" UNIQUE("key"),
	CONSTRAINT "image_owner" CHECK (num_nonnulls("image"."user_id", "image"."blog_id", "image"."fragment_id") = 1),
	CONSTRAINT "image_size" CHECK ("image"."width" > 0 and "image"."height" > 0 and "image"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid,
	"kind" text DEFAULT 'CONTACT' NOT NULL,
	"language" text DEFAULT 'ENGLISH' NOT NULL,
	"first_name" varchar(60),
	"last_name" varchar(60),
	"email" varchar(254),
	"website" varchar(200),
	"message" varchar(5000),
	"answer" varchar(5000),
	"answered_at" timestamp with time zone,
	CONSTRAINT "inquiry_kind" CHECK ("inquiry"."kind" in ('CONTACT', 'DEMO')),
	CONSTRAINT "inquiry_answered" CHECK (("inquiry"."answer" is null) = ("inquiry"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "language" (
	"name" text PRIMARY KEY NOT NULL,
	"code" char(2) NOT NULL,
	"available" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parameter" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" varchar(60) NOT NULL,
	"value" varchar(1000) NOT NULL,
	CONSTRAINT "parameter_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "push_notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" varchar(1000) NOT NULL,
	"p256dh" varchar(200) NOT NULL,
	"auth" varchar(100) NOT NULL,
	CONSTRAINT "push_notification_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"author_id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"text" varchar(2000) DEFAULT '' NOT NULL,
	CONSTRAINT "review_rating" CHECK ("review"."rating" between 1 and 5),
	CONSTRAINT "review_other" CHECK ("review"."author_id" <> "review"."producer_id")
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"rolename" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_name" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" varchar(400),
	"user_agent_type" varchar(40),
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"email" varchar(254) NOT NULL,
	"language" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"username" varchar(40) NOT NULL,
	"urlname" varchar(60) NOT NULL,
	"email" varchar(254) NOT NULL,
	"email_verified_at" timestamp with time zone,
	"language" text DEFAULT 'ENGLISH' NOT NULL,
	"legal_name" varchar(120),
	"first_name" varchar(60),
	"last_name" varchar(60),
	"description" varchar(2000),
	"avatar_key" text,
	"latitude" double precision,
	"longitude" double precision,
	"channel_camera" text,
	"control_modes" text[] DEFAULT '{}' NOT NULL,
	"pad_enabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_urlname_unique" UNIQUE("urlname"),
	CONSTRAINT "user_username_shape" CHECK ("user"."username" ~ '^[^[:space:]/@]+$'),
	CONSTRAINT "user_urlname_shape" CHECK ("user"."urlname" ~ '^[a-z0-9][a-z0-9-]*$'),
	CONSTRAINT "user_latitude" CHECK ("user"."latitude" between -90 and 90),
	CONSTRAINT "user_longitude" CHECK ("user"."longitude" between -180 and 180),
	CONSTRAINT "user_position" CHECK (("user"."latitude" is null) = ("user"."longitude" is null)),
	CONSTRAINT "user_control_modes" CHECK ("user"."control_modes" <@ '{VOICE,PAD}')
);
--> statement-breakpoint
CREATE TABLE "user_block" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_block_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id"),
	CONSTRAINT "user_block_other" CHECK ("user_block"."user_id" <> "user_block"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "user_favourite" (
	"user_id" uuid NOT NULL,
	"favourite_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_favourite_user_id_favourite_id_pk" PRIMARY KEY("user_id","favourite_id"),
	CONSTRAINT "user_favourite_other" CHECK ("user_favourite"."user_id" <> "user_favourite"."favourite_id")
);
--> statement-breakpoint
CREATE TABLE "user_language" (
	"user_id" uuid NOT NULL,
	"language" text NOT NULL,
	CONSTRAINT "user_language_user_id_language_pk" PRIMARY KEY("user_id","language")
);
--> statement-breakpoint
CREATE TABLE "user_price" (
	"user_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"per_minute" numeric(8, 2) NOT NULL,
	CONSTRAINT "user_price_user_id_currency_pk" PRIMARY KEY("user_id","currency"),
	CONSTRAINT "user_price_positive" CHECK ("user_price"."per_minute" > 0)
);
--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "host_user_id" uuid;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "guest_user_id" uuid;--> statement-breakpoint
ALTER TABLE "authority" ADD CONSTRAINT "authority_rolename_role_name_name_fk" FOREIGN KEY ("rolename") REFERENCES "public"."role_name"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog" ADD CONSTRAINT "blog_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "city" ADD CONSTRAINT "city_country_country_name_fk" FOREIGN KEY ("country") REFERENCES "public"."country"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fragment" ADD CONSTRAINT "fragment_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_blog_id_blog_id_fk" FOREIGN KEY ("blog_id") REFERENCES "public"."blog"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_fragment_id_fragment_id_fk" FOREIGN KEY ("fragment_id") REFERENCES "public"."fragment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notification" ADD CONSTRAINT "push_notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notification" ADD CONSTRAINT "push_notification_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_rolename_role_name_name_fk" FOREIGN KEY ("rolename") REFERENCES "public"."role_name"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_channel_camera_camera_type_name_fk" FOREIGN KEY ("channel_camera") REFERENCES "public"."camera_type"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_block" ADD CONSTRAINT "user_block_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_block" ADD CONSTRAINT "user_block_blocked_id_user_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_favourite" ADD CONSTRAINT "user_favourite_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_favourite" ADD CONSTRAINT "user_favourite_favourite_id_user_id_fk" FOREIGN KEY ("favourite_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_language" ADD CONSTRAINT "user_language_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_language" ADD CONSTRAINT "user_language_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_price" ADD CONSTRAINT "user_price_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_price" ADD CONSTRAINT "user_price_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "block_address_network" ON "block_address" USING gist ("address" inet_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "blog_language_name" ON "blog" USING btree ("language","name");--> statement-breakpoint
CREATE INDEX "blog_published" ON "blog" USING btree ("language","published_at");--> statement-breakpoint
CREATE INDEX "blog_created" ON "blog" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "blog_search" ON "blog" USING gin ("title" gin_trgm_ops,"name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "city_country_name" ON "city" USING btree ("country","name");--> statement-breakpoint
CREATE INDEX "city_created" ON "city" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "city_search" ON "city" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "email_token_user" ON "email_token" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "fragment_language_name" ON "fragment" USING btree ("language","name");--> statement-breakpoint
CREATE INDEX "image_user" ON "image" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "image_blog" ON "image" USING btree ("blog_id");--> statement-breakpoint
CREATE INDEX "image_fragment" ON "image" USING btree ("fragment_id");--> statement-breakpoint
CREATE INDEX "inquiry_user" ON "inquiry" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiry_created" ON "inquiry" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "language_code" ON "language" USING btree ("code");--> statement-breakpoint
CREATE INDEX "push_notification_user" ON "push_notification" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_author_producer" ON "review" USING btree ("author_id","producer_id");--> statement-breakpoint
CREATE INDEX "review_producer" ON "review" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "review_created" ON "review" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "role_user_name" ON "role" USING btree ("user_id","rolename");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_email" ON "subscription" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "subscription_created" ON "subscription" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_username" ON "user" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin ("username" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_block_blocked" ON "user_block" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "user_favourite_favourite" ON "user_favourite" USING btree ("favourite_id");--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_host_user_id_user_id_fk" FOREIGN KEY ("host_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_guest_user_id_user_id_fk" FOREIGN KEY ("guest_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_host_user" ON "channel" USING btree ("host_user_id");--> statement-breakpoint
CREATE INDEX "channel_guest_user" ON "channel" USING btree ("guest_user_id");--> statement-breakpoint
CREATE INDEX "channel_created" ON "channel" USING btree ("created_at","id");