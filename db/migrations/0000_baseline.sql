-- By hand, up to the first table. "Contains" searches by index:
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- Exclusion constraints over ids and numbers.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- For searches that ignore case and accents. unaccent() itself is only STABLE, as its dictionary could be changed; with
-- the dictionary named it may be declared IMMUTABLE, which indexes need.
CREATE FUNCTION "fold"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(unaccent('unaccent'::regdictionary, $1));--> statement-breakpoint
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
CREATE TABLE "authority" (
	"name" text PRIMARY KEY NOT NULL,
	"rolename" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "availability_exception" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"start_minute" smallint,
	"end_minute" smallint,
	"min_minutes" smallint,
	"max_minutes" smallint,
	"price_minor" integer,
	"currency" char(3),
	"time_zone" text NOT NULL,
	"note" varchar(200) DEFAULT '' NOT NULL,
	CONSTRAINT "availability_exception_kind" CHECK ("availability_exception"."kind" in ('OFF', 'EXTRA')),
	CONSTRAINT "availability_exception_days" CHECK ("availability_exception"."last_day" between first_day and first_day + 366),
	CONSTRAINT "availability_exception_start" CHECK ("availability_exception"."start_minute" between 0 and 1439),
	CONSTRAINT "availability_exception_end" CHECK (("availability_exception"."end_minute" is null) = (start_minute is null) and "availability_exception"."end_minute" between start_minute + 1 and 1440),
	CONSTRAINT "availability_exception_terms" CHECK (num_nulls("availability_exception"."start_minute", "availability_exception"."min_minutes", "availability_exception"."max_minutes", "availability_exception"."price_minor", "availability_exception"."currency") = 0
        or "availability_exception"."kind" = 'OFF' and num_nonnulls("availability_exception"."min_minutes", "availability_exception"."max_minutes", "availability_exception"."price_minor", "availability_exception"."currency") = 0),
	CONSTRAINT "availability_exception_min" CHECK ("availability_exception"."min_minutes" >= 5),
	CONSTRAINT "availability_exception_max" CHECK ("availability_exception"."max_minutes" between min_minutes and 480),
	CONSTRAINT "availability_exception_fits" CHECK ("availability_exception"."max_minutes" <= end_minute - start_minute),
	CONSTRAINT "availability_exception_price" CHECK ("availability_exception"."price_minor" between 1 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "availability_rule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"producer_id" uuid NOT NULL,
	"day_of_week" smallint NOT NULL,
	"start_minute" smallint NOT NULL,
	"end_minute" smallint NOT NULL,
	"min_minutes" smallint NOT NULL,
	"max_minutes" smallint NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "availability_rule_day" CHECK ("availability_rule"."day_of_week" between 1 and 7),
	CONSTRAINT "availability_rule_start" CHECK ("availability_rule"."start_minute" between 0 and 1439),
	CONSTRAINT "availability_rule_end" CHECK ("availability_rule"."end_minute" between start_minute + 1 and 1440),
	CONSTRAINT "availability_rule_min" CHECK ("availability_rule"."min_minutes" >= 5),
	CONSTRAINT "availability_rule_max" CHECK ("availability_rule"."max_minutes" between min_minutes and 480),
	CONSTRAINT "availability_rule_fits" CHECK ("availability_rule"."max_minutes" <= end_minute - start_minute),
	CONSTRAINT "availability_rule_price" CHECK ("availability_rule"."price_minor" between 1 and 10000000)
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
CREATE TABLE "booking" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"producer_id" uuid,
	"consumer_id" uuid,
	"status" text NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"rest_minutes" smallint NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"time_zone" text NOT NULL,
	"local_start" timestamp NOT NULL,
	"tz_version" text NOT NULL,
	"consumer_time_zone" text,
	"terms" jsonb,
	"pay_by" timestamp with time zone,
	"confirm_by" timestamp with time zone,
	"moved_from" uuid,
	"appointment_id" uuid,
	"waived" text,
	"client_key" uuid NOT NULL,
	"ended_reason" text,
	"ended_note" varchar(500),
	"outcome" text,
	CONSTRAINT "booking_once" UNIQUE("consumer_id","client_key"),
	CONSTRAINT "booking_moved" CHECK ("booking"."moved_from" <> "booking"."id" and ("booking"."moved_from" is null or "booking"."appointment_id" is not null)),
	CONSTRAINT "booking_status" CHECK ("booking"."status" in ('PAYING', 'WAITING', 'CONFIRMED', 'REJECTED', 'CANCELLED')),
	CONSTRAINT "booking_span" CHECK ("booking"."end_at" > start_at and "booking"."end_at" - start_at <= interval '8 hours'),
	CONSTRAINT "booking_other" CHECK ("booking"."producer_id" <> consumer_id),
	CONSTRAINT "booking_people" CHECK ("booking"."status" in ('REJECTED', 'CANCELLED') or "booking"."outcome" is not null
        or num_nulls("booking"."producer_id", "booking"."consumer_id") = 0),
	CONSTRAINT "booking_ended" CHECK (("booking"."status" in ('REJECTED', 'CANCELLED')) = ("booking"."ended_reason" is not null)),
	CONSTRAINT "booking_note" CHECK (("booking"."ended_reason" is not distinct from 'ADMIN') = ("booking"."ended_note" is not null)),
	CONSTRAINT "booking_outcome" CHECK ("booking"."outcome" is null or "booking"."status" = 'CONFIRMED'),
	CONSTRAINT "booking_pays" CHECK (("booking"."status" = 'PAYING') = ("booking"."pay_by" is not null)),
	CONSTRAINT "booking_waits" CHECK (("booking"."status" = 'WAITING') = ("booking"."confirm_by" is not null)),
	CONSTRAINT "booking_rest" CHECK ("booking"."rest_minutes" between 0 and 120),
	CONSTRAINT "booking_price" CHECK ("booking"."price_minor" > 0 and "booking"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "busy" (
	"user_id" uuid NOT NULL,
	"booking_id" uuid,
	"request_id" uuid,
	"claim_id" uuid NOT NULL,
	"period" "tstzrange" NOT NULL,
	CONSTRAINT "busy_once" UNIQUE NULLS NOT DISTINCT("booking_id","request_id","user_id"),
	CONSTRAINT "busy_by" CHECK (num_nonnulls("busy"."booking_id", "busy"."request_id") = 1),
	CONSTRAINT "busy_period" CHECK (not (isempty("busy"."period") or lower_inf("busy"."period") or upper_inf("busy"."period")))
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
CREATE TABLE "call_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"producer_id" uuid,
	"consumer_id" uuid,
	"status" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"budget_minutes" smallint NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"complaint_hours" smallint DEFAULT 24 NOT NULL,
	"client_key" uuid NOT NULL,
	"pay_by" timestamp with time zone,
	"ring_until" timestamp with time zone,
	"rang_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"over_at" timestamp with time zone,
	CONSTRAINT "call_request_once" UNIQUE("consumer_id","client_key"),
	CONSTRAINT "call_request_status" CHECK ("call_request"."status" in ('PAYING', 'RINGING', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY', 'FAILED')),
	CONSTRAINT "call_request_other" CHECK ("call_request"."producer_id" <> consumer_id),
	CONSTRAINT "call_request_people" CHECK ("call_request"."status" not in ('PAYING', 'RINGING') or num_nulls("call_request"."producer_id", "call_request"."consumer_id") = 0),
	CONSTRAINT "call_request_budget" CHECK ("call_request"."budget_minutes" between 1 and 240),
	CONSTRAINT "call_request_price" CHECK ("call_request"."price_minor" > 0 and "call_request"."amount" > 0),
	CONSTRAINT "call_request_pays" CHECK (("call_request"."status" = 'PAYING') = ("call_request"."pay_by" is not null)),
	CONSTRAINT "call_request_rings" CHECK (("call_request"."status" = 'RINGING') = ("call_request"."ring_until" is not null)),
	CONSTRAINT "call_request_accepted" CHECK (("call_request"."status" = 'ACCEPTED') = ("call_request"."ends_at" is not null) and ("call_request"."over_at" is null or "call_request"."status" = 'ACCEPTED'))
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
CREATE TABLE "camera_type" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"brand" text NOT NULL,
	"last4" char(4) NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "card_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "card_once" UNIQUE("user_id","fingerprint")
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
CREATE TABLE "channel" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"status" text DEFAULT 'CREATED' NOT NULL,
	"end_reason" text,
	"node_id" text NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"reserved_mbps" smallint DEFAULT 27 NOT NULL,
	"region" text,
	"booking_id" uuid,
	"stream_id" uuid,
	"host_key" text NOT NULL,
	"guest_key" text,
	"host_user_id" uuid,
	"guest_user_id" uuid,
	"guest_reserved_for" uuid,
	"camera_type" text,
	"video_quality" text,
	"latitude" double precision,
	"longitude" double precision,
	"place_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "channel_token_unique" UNIQUE("token"),
	CONSTRAINT "channel_latitude" CHECK ("channel"."latitude" between -90 and 90),
	CONSTRAINT "channel_longitude" CHECK ("channel"."longitude" between -180 and 180),
	CONSTRAINT "channel_booked" CHECK (num_nonnulls("channel"."booking_id", "channel"."stream_id") = 0 or "channel"."ends_at" is not null),
	CONSTRAINT "channel_ended" CHECK (("channel"."status" in ('FINISHED', 'FAILED')) = ("channel"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "channel_status" (
	"name" text PRIMARY KEY NOT NULL
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
CREATE TABLE "complaint" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stream_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"charge" integer NOT NULL,
	"wanted" integer NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"answer" text,
	"conceded" integer,
	"answered_at" timestamp with time zone,
	"reason" text,
	"decided" integer,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "complaint_stream_id_unique" UNIQUE("stream_id"),
	CONSTRAINT "complaint_kind" CHECK ("complaint"."kind" in ('NO_PICTURE', 'WRONG_PLACE', 'BEHAVIOUR', 'OTHER')),
	CONSTRAINT "complaint_status" CHECK ("complaint"."status" in ('OPEN', 'ACCEPTED', 'DECLINED', 'DECIDED')),
	CONSTRAINT "complaint_amounts" CHECK ("complaint"."charge" > 0 and "complaint"."wanted" between 0 and "complaint"."charge"
        and "complaint"."conceded" between 0 and "complaint"."charge"
        and "complaint"."decided" between coalesce("complaint"."conceded", 0) and "complaint"."charge"),
	CONSTRAINT "complaint_answered" CHECK (num_nulls("complaint"."answer", "complaint"."conceded", "complaint"."answered_at") in (0, 3)
        and case "complaint"."status" when 'OPEN' then "complaint"."answered_at" is null when 'DECIDED' then true
          else "complaint"."answered_at" is not null end),
	CONSTRAINT "complaint_decided" CHECK (num_nulls("complaint"."reason", "complaint"."decided", "complaint"."decided_at") = case when "complaint"."status" = 'DECIDED' then 0 else 3 end)
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
CREATE TABLE "dispute" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid NOT NULL,
	"stripe_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone,
	"reversal" text,
	"reversed" integer DEFAULT 0 NOT NULL,
	"fee_back" integer DEFAULT 0 NOT NULL,
	"returned" text,
	"evidence" jsonb,
	"evidence_sent_at" timestamp with time zone,
	CONSTRAINT "dispute_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "dispute_reversal_unique" UNIQUE("reversal"),
	CONSTRAINT "dispute_returned_unique" UNIQUE("returned"),
	CONSTRAINT "dispute_amount" CHECK ("dispute"."amount" > 0),
	CONSTRAINT "dispute_reversed" CHECK ("dispute"."reversed" between 0 and "dispute"."amount")
);
--> statement-breakpoint
CREATE TABLE "email_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" varchar(254) NOT NULL,
	"token_hash" text NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_token_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_token_purpose" CHECK ("email_token"."purpose" in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD', 'INVITE', 'END_SESSION')),
	CONSTRAINT "email_token_session" CHECK (("email_token"."purpose" = 'END_SESSION') = ("email_token"."session_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "file_removal" (
	"key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() + interval '1 minute' NOT NULL
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
	"position" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "image_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
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
	"channel_id" uuid,
	"kind" text DEFAULT 'CONTACT' NOT NULL,
	"language" text DEFAULT 'ENGLISH' NOT NULL,
	"first_name" varchar(60),
	"last_name" varchar(60),
	"email" varchar(254),
	"website" varchar(200),
	"message" varchar(5000),
	"answer" varchar(5000),
	"answered_at" timestamp with time zone,
	"answer_seen_at" timestamp with time zone,
	CONSTRAINT "inquiry_kind" CHECK ("inquiry"."kind" in ('CONTACT', 'DEMO')),
	CONSTRAINT "inquiry_answered" CHECK (("inquiry"."answer" is null) = ("inquiry"."answered_at" is null))
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
CREATE TABLE "known_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "language" (
	"name" text PRIMARY KEY NOT NULL,
	"code" char(2) NOT NULL,
	"available" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"tx_key" text NOT NULL,
	"account" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_tx_key_account_pk" PRIMARY KEY("tx_key","account"),
	CONSTRAINT "ledger_account" CHECK ("ledger"."account" in ('PAYER', 'STREAMER', 'PLATFORM', 'STRIPE')),
	CONSTRAINT "ledger_amount" CHECK ("ledger"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "media_node" (
	"id" text PRIMARY KEY NOT NULL,
	"process" text,
	"url" text,
	"load" integer DEFAULT 0 NOT NULL,
	"max_rooms" integer DEFAULT 2147483647 NOT NULL,
	"max_mbps" integer DEFAULT 2147483647 NOT NULL,
	"region" text,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid,
	"request_id" uuid,
	"read_at" timestamp with time zone,
	CONSTRAINT "notification_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","booking_id","request_id"),
	CONSTRAINT "notification_about" CHECK (num_nonnulls("notification"."booking_id", "notification"."request_id") = case "notification"."kind" when 'PAYOUT' then 0 else 1 end)
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
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booking_id" uuid,
	"request_id" uuid,
	"part" smallint DEFAULT 1 NOT NULL,
	"payer_id" uuid,
	"payee_id" uuid,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"fee_bps" smallint NOT NULL,
	"status" text DEFAULT 'NEW' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"destination" text NOT NULL,
	"customer" text,
	"payment_method" text,
	"card_brand" text,
	"card_last4" char(4),
	"intent" text,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"former_intent" text,
	"held_amount" integer,
	"refusal" text,
	"hold_at" timestamp with time zone,
	"capture_before" timestamp with time zone,
	"to_capture" integer,
	"capture_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"captured" integer DEFAULT 0 NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"captured_at" timestamp with time zone,
	"refunded" integer DEFAULT 0 NOT NULL,
	"via_site" boolean DEFAULT false NOT NULL,
	"share" integer,
	"transfer" text,
	CONSTRAINT "payment_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "payment_intent_unique" UNIQUE("intent"),
	CONSTRAINT "payment_transfer_unique" UNIQUE("transfer"),
	CONSTRAINT "payment_part" UNIQUE("request_id","part"),
	CONSTRAINT "payment_status" CHECK ("payment"."status" in ('NEW', 'ACTION', 'HELD', 'CAPTURING', 'CAPTURED', 'RELEASING', 'RELEASED', 'EXPIRED', 'UNPAID')),
	CONSTRAINT "payment_of" CHECK (num_nonnulls("payment"."booking_id", "payment"."request_id") = 1),
	CONSTRAINT "payment_of_part" CHECK ("payment"."part" = 1 or ("payment"."part" > 1 and "payment"."request_id" is not null)),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0),
	CONSTRAINT "payment_fee_bps" CHECK ("payment"."fee_bps" between 0 and 10000),
	CONSTRAINT "payment_capture" CHECK ("payment"."to_capture" between 1 and "payment"."amount"),
	CONSTRAINT "payment_capturing" CHECK ("payment"."status" <> 'CAPTURING' or "payment"."to_capture" is not null),
	CONSTRAINT "payment_captured" CHECK ("payment"."captured" between 0 and "payment"."amount" and ("payment"."captured" > 0) = ("payment"."status" = 'CAPTURED')),
	CONSTRAINT "payment_refunded" CHECK ("payment"."refunded" between 0 and "payment"."captured"),
	CONSTRAINT "payment_fee" CHECK ("payment"."fee" between 0 and "payment"."captured"),
	CONSTRAINT "payment_held" CHECK ("payment"."held_amount" between 1 and "payment"."amount"),
	CONSTRAINT "payment_share" CHECK (("payment"."share" is null or "payment"."via_site") and "payment"."share" between 0 and "payment"."captured"
        and ("payment"."transfer" is null or "payment"."share" is not null))
);
--> statement-breakpoint
CREATE TABLE "payout_account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"country" char(2) NOT NULL,
	"stripe_id" text,
	"submitted" boolean DEFAULT false NOT NULL,
	"transfers" text,
	"payouts" text,
	"due_count" smallint DEFAULT 0 NOT NULL,
	"due_by" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payout_account_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "payout_account_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "payout_account_statuses" CHECK (coalesce("payout_account"."transfers" in ('active', 'pending', 'rejected', 'restricted', 'unsupported'), true)
        and coalesce("payout_account"."payouts" in ('active', 'pending', 'rejected', 'restricted', 'unsupported'), true))
);
--> statement-breakpoint
CREATE TABLE "producer_setting" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"grid_minutes" smallint DEFAULT 30 NOT NULL,
	"notice_minutes" integer DEFAULT 120 NOT NULL,
	"horizon_days" smallint DEFAULT 60 NOT NULL,
	"rest_minutes" smallint DEFAULT 0 NOT NULL,
	"auto_confirm" boolean DEFAULT false NOT NULL,
	"available_until" timestamp with time zone,
	"max_budget_minutes" smallint DEFAULT 60 NOT NULL,
	CONSTRAINT "producer_setting_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "producer_setting_grid" CHECK ("producer_setting"."grid_minutes" in (5, 10, 15, 20, 30, 60)),
	CONSTRAINT "producer_setting_notice" CHECK ("producer_setting"."notice_minutes" between 0 and 43200),
	CONSTRAINT "producer_setting_rest" CHECK ("producer_setting"."rest_minutes" between 0 and 120),
	CONSTRAINT "producer_setting_budget" CHECK ("producer_setting"."max_budget_minutes" between 1 and 240),
	CONSTRAINT "producer_setting_horizon" CHECK ("producer_setting"."horizon_days" between 1 and 180)
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
CREATE UNLOGGED TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"by_id" uuid,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stripe_id" text,
	"fee_back" integer DEFAULT 0 NOT NULL,
	"reverses" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refund_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "refund_status" CHECK ("refund"."status" in ('PENDING', 'SUCCEEDED', 'FAILED')),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0)
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
	"address" varchar(45),
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "stream" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booking_id" uuid,
	"request_id" uuid,
	"producer_id" uuid,
	"consumer_id" uuid,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"budget_ms" integer,
	"offered_ms" integer DEFAULT 0 NOT NULL,
	"attended_ms" integer DEFAULT 0 NOT NULL,
	"delivered_ms" integer DEFAULT 0 NOT NULL,
	"missed_ms" integer DEFAULT 0 NOT NULL,
	"unoffered_since" timestamp with time zone,
	"absent" text,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"charge" integer,
	CONSTRAINT "stream_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "stream_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "stream_of" CHECK (num_nonnulls("stream"."booking_id", "stream"."request_id") = 1),
	CONSTRAINT "stream_ms" CHECK (least("stream"."offered_ms", "stream"."attended_ms", "stream"."delivered_ms", "stream"."missed_ms") >= 0 and "stream"."delivered_ms" <= "stream"."offered_ms"),
	CONSTRAINT "stream_booked" CHECK ("stream"."booking_id" is not null or ("stream"."missed_ms" = 0 and num_nonnulls("stream"."unoffered_since", "stream"."absent") = 0)),
	CONSTRAINT "stream_absent" CHECK ("stream"."absent" in ('PRODUCER', 'CONSUMER')),
	CONSTRAINT "stream_settled" CHECK ("stream"."charge" is null or "stream"."ended_at" is not null),
	CONSTRAINT "stream_budget" CHECK (("stream"."budget_ms" is null) = ("stream"."request_id" is null)),
	CONSTRAINT "stream_charge" CHECK ("stream"."charge" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stream_tick" (
	"stream_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"ms" integer NOT NULL,
	"offered_ms" integer NOT NULL,
	"attended_ms" integer NOT NULL,
	"delivered_ms" integer NOT NULL,
	CONSTRAINT "stream_tick_stream_id_at_pk" PRIMARY KEY("stream_id","at"),
	CONSTRAINT "stream_tick_ms" CHECK (least("stream_tick"."offered_ms", "stream_tick"."attended_ms", "stream_tick"."delivered_ms") >= 0 and greatest("stream_tick"."offered_ms", "stream_tick"."attended_ms", "stream_tick"."delivered_ms") <= "stream_tick"."ms")
);
--> statement-breakpoint
CREATE TABLE "stripe_customer" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"stripe_id" text,
	"checked_at" timestamp with time zone,
	CONSTRAINT "stripe_customer_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "stripe_customer_stripe_id_unique" UNIQUE("stripe_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_environment" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "stripe_environment_only" CHECK ("stripe_environment"."only"),
	CONSTRAINT "stripe_environment_mode" CHECK ("stripe_environment"."mode" in ('SANDBOX', 'TEST', 'LIVE'))
);
--> statement-breakpoint
CREATE TABLE "stripe_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
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
CREATE TABLE "totp" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
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
	"suspended_at" timestamp with time zone,
	"suspension_reason" varchar(500),
	"hidden_until" timestamp with time zone,
	"push_off" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "user_urlname_unique" UNIQUE("urlname"),
	CONSTRAINT "user_username_shape" CHECK ("user"."username" ~ '^[^[:space:]/@]+$'),
	CONSTRAINT "user_urlname_shape" CHECK ("user"."urlname" ~ '^[a-z0-9][a-z0-9-]*$'),
	CONSTRAINT "user_latitude" CHECK ("user"."latitude" between -90 and 90),
	CONSTRAINT "user_longitude" CHECK ("user"."longitude" between -180 and 180),
	CONSTRAINT "user_position" CHECK (("user"."latitude" is null) = ("user"."longitude" is null)),
	CONSTRAINT "user_language" CHECK ("user"."language" in ('ENGLISH', 'SPANISH')),
	CONSTRAINT "user_control_modes" CHECK ("user"."control_modes" <@ '{VOICE,PAD}'),
	CONSTRAINT "user_push_off" CHECK ("user"."push_off" <@ '{CALLS,BOOKINGS,MONEY}'),
	CONSTRAINT "user_suspension" CHECK (("user"."suspended_at" is null) = ("user"."suspension_reason" is null))
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
CREATE TABLE "video_quality" (
	"name" text PRIMARY KEY NOT NULL
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
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authority" ADD CONSTRAINT "authority_rolename_role_name_name_fk" FOREIGN KEY ("rolename") REFERENCES "public"."role_name"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_exception" ADD CONSTRAINT "availability_exception_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_exception" ADD CONSTRAINT "availability_exception_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_rule" ADD CONSTRAINT "availability_rule_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_rule" ADD CONSTRAINT "availability_rule_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog" ADD CONSTRAINT "blog_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_consumer_id_user_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_moved_from_booking_id_fk" FOREIGN KEY ("moved_from") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy" ADD CONSTRAINT "busy_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_event" ADD CONSTRAINT "call_event_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_quality" ADD CONSTRAINT "call_quality_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_request" ADD CONSTRAINT "call_request_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_request" ADD CONSTRAINT "call_request_consumer_id_user_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_request" ADD CONSTRAINT "call_request_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_sample" ADD CONSTRAINT "call_sample_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card" ADD CONSTRAINT "card_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_status_channel_status_name_fk" FOREIGN KEY ("status") REFERENCES "public"."channel_status"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_stream_id_stream_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."stream"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_host_user_id_user_id_fk" FOREIGN KEY ("host_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_guest_user_id_user_id_fk" FOREIGN KEY ("guest_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_guest_reserved_for_user_id_fk" FOREIGN KEY ("guest_reserved_for") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_camera_type_camera_type_name_fk" FOREIGN KEY ("camera_type") REFERENCES "public"."camera_type"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_video_quality_video_quality_name_fk" FOREIGN KEY ("video_quality") REFERENCES "public"."video_quality"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "city" ADD CONSTRAINT "city_country_country_name_fk" FOREIGN KEY ("country") REFERENCES "public"."country"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_stream_id_stream_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."stream"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_decided_by_id_user_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fragment" ADD CONSTRAINT "fragment_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_blog_id_blog_id_fk" FOREIGN KEY ("blog_id") REFERENCES "public"."blog"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_fragment_id_fragment_id_fk" FOREIGN KEY ("fragment_id") REFERENCES "public"."fragment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_room" ADD CONSTRAINT "keyed_room_channel_id_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_room" ADD CONSTRAINT "keyed_room_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyed_room" ADD CONSTRAINT "keyed_room_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payer_id_user_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payee_id_user_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_account" ADD CONSTRAINT "payout_account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_account" ADD CONSTRAINT "payout_account_country_country_name_fk" FOREIGN KEY ("country") REFERENCES "public"."country"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producer_setting" ADD CONSTRAINT "producer_setting_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notification" ADD CONSTRAINT "push_notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notification" ADD CONSTRAINT "push_notification_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_by_id_user_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_rolename_role_name_name_fk" FOREIGN KEY ("rolename") REFERENCES "public"."role_name"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_request_id_call_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."call_request"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_producer_id_user_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_consumer_id_user_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_currency_currency_name_fk" FOREIGN KEY ("currency") REFERENCES "public"."currency"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_tick" ADD CONSTRAINT "stream_tick_stream_id_stream_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."stream"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_customer" ADD CONSTRAINT "stripe_customer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_language_language_name_fk" FOREIGN KEY ("language") REFERENCES "public"."language"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_webhook_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_webhook_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "api_key_created" ON "api_key" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "api_key_ended" ON "api_key" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "audit_created" ON "audit" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_row" ON "audit" USING btree ("entity","row_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "availability_exception_producer" ON "availability_exception" USING btree ("producer_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX "availability_rule_producer" ON "availability_rule" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "block_address_network" ON "block_address" USING gist ("address" inet_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "blog_language_name" ON "blog" USING btree ("language","name");--> statement-breakpoint
CREATE INDEX "blog_published" ON "blog" USING btree ("language","published_at");--> statement-breakpoint
CREATE INDEX "blog_created" ON "blog" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "blog_search" ON "blog" USING gin (fold("title") gin_trgm_ops,fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "booking_producer" ON "booking" USING btree ("producer_id","start_at");--> statement-breakpoint
CREATE INDEX "booking_consumer" ON "booking" USING btree ("consumer_id","start_at");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_moved_once" ON "booking" USING btree ("moved_from") WHERE "booking"."status" in ('PAYING', 'WAITING', 'CONFIRMED');--> statement-breakpoint
CREATE INDEX "busy_request" ON "busy" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "call_event_channel" ON "call_event" USING btree ("channel_id","at");--> statement-breakpoint
CREATE INDEX "call_event_at" ON "call_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "call_request_producer" ON "call_request" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "call_request_consumer" ON "call_request" USING btree ("consumer_id","created_at");--> statement-breakpoint
CREATE INDEX "call_request_unreached" ON "call_request" USING btree ("created_at") WHERE "call_request"."status" = 'BUSY';--> statement-breakpoint
CREATE UNIQUE INDEX "call_request_rings" ON "call_request" USING btree ("producer_id") WHERE "call_request"."status" = 'RINGING';--> statement-breakpoint
CREATE UNIQUE INDEX "call_request_one" ON "call_request" USING btree ("consumer_id") WHERE "call_request"."status" in ('PAYING', 'RINGING');--> statement-breakpoint
CREATE INDEX "call_sample_at" ON "call_sample" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_default" ON "card" USING btree ("user_id") WHERE "card"."is_default";--> statement-breakpoint
CREATE INDEX "challenge_expires" ON "challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_node_status" ON "channel" USING btree ("node_id","status");--> statement-breakpoint
CREATE INDEX "channel_host_user" ON "channel" USING btree ("host_user_id");--> statement-breakpoint
CREATE INDEX "channel_guest_user" ON "channel" USING btree ("guest_user_id");--> statement-breakpoint
CREATE INDEX "channel_guest_reserved_for" ON "channel" USING btree ("guest_reserved_for");--> statement-breakpoint
CREATE INDEX "channel_booking" ON "channel" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_booking_live" ON "channel" USING btree ("booking_id") WHERE "channel"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "channel_stream" ON "channel" USING btree ("stream_id");--> statement-breakpoint
CREATE INDEX "channel_created" ON "channel" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "channel_host_key" ON "channel" USING btree ("host_key","started_at");--> statement-breakpoint
CREATE INDEX "channel_guest_key" ON "channel" USING btree ("guest_key","started_at");--> statement-breakpoint
CREATE INDEX "channel_started" ON "channel" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "channel_ended" ON "channel" USING btree ("ended_at") WHERE "channel"."booking_id" is null and "channel"."stream_id" is null;--> statement-breakpoint
CREATE INDEX "channel_placed" ON "channel" USING btree ("ended_at") WHERE "channel"."latitude" is not null;--> statement-breakpoint
CREATE INDEX "channel_search" ON "channel" USING gin (fold("token") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "city_country_name" ON "city" USING btree ("country","name");--> statement-breakpoint
CREATE INDEX "city_place" ON "city" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "city_created" ON "city" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "city_search" ON "city" USING gin (fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "complaint_status_created" ON "complaint" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "dispute_payment" ON "dispute" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "email_token_user" ON "email_token" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "email_token_expires" ON "email_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_token_session" ON "email_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "file_removal_due" ON "file_removal" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fragment_language_name" ON "fragment" USING btree ("language","name");--> statement-breakpoint
CREATE INDEX "image_user" ON "image" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "image_blog" ON "image" USING btree ("blog_id");--> statement-breakpoint
CREATE INDEX "image_fragment" ON "image" USING btree ("fragment_id");--> statement-breakpoint
CREATE INDEX "inquiry_user" ON "inquiry" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiry_channel" ON "inquiry" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "inquiry_created" ON "inquiry" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_search" ON "inquiry" USING gin (fold("email") gin_trgm_ops,fold("first_name") gin_trgm_ops,fold("last_name") gin_trgm_ops,fold("message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "keyed_room_user" ON "keyed_room" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "keyed_room_key" ON "keyed_room" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_device_user_token" ON "known_device" USING btree ("user_id","token_hash");--> statement-breakpoint
CREATE INDEX "known_device_seen" ON "known_device" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "language_code" ON "language" USING btree ("code");--> statement-breakpoint
CREATE INDEX "ledger_payment" ON "ledger" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_at" ON "ledger" USING btree ("at","tx_key","account");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_request" ON "notification" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "notification_booking" ON "notification" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_payer" ON "payment" USING btree ("payer_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_payee" ON "payment" USING btree ("payee_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_changed" ON "payment" USING btree ("status","changed_at");--> statement-breakpoint
CREATE INDEX "push_notification_user" ON "push_notification" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_notification_session" ON "push_notification" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_user_hash" ON "recovery_code" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_pending" ON "refund" USING btree ("changed_at") WHERE "refund"."status" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "review_author_producer" ON "review" USING btree ("author_id","producer_id");--> statement-breakpoint
CREATE INDEX "review_producer" ON "review" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "review_created" ON "review" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "review_search" ON "review" USING gin (fold("text") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "role_user_name" ON "role" USING btree ("user_id","rolename");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stream_producer" ON "stream" USING btree ("producer_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_consumer" ON "stream" USING btree ("consumer_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_tick_at" ON "stream_tick" USING btree ("at");--> statement-breakpoint
CREATE INDEX "stripe_event_received" ON "stripe_event" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_email" ON "subscription" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "subscription_created" ON "subscription" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscription_search" ON "subscription" USING gin (fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "totp_unconfirmed" ON "totp" USING btree ("last_step") WHERE "totp"."confirmed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_username" ON "user" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree (lower("email")) WHERE "user"."email_verified_at" is not null;--> statement-breakpoint
CREATE INDEX "user_email_unproved" ON "user" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin (fold("username") gin_trgm_ops,fold("email") gin_trgm_ops,fold("first_name") gin_trgm_ops,fold("last_name") gin_trgm_ops,fold("legal_name") gin_trgm_ops,fold("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_place" ON "user" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "user_block_blocked" ON "user_block" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "user_favourite_favourite" ON "user_favourite" USING btree ("favourite_id");--> statement-breakpoint
CREATE INDEX "webhook_user" ON "webhook" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" USING btree ("delivery_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("created_at") WHERE "webhook_delivery"."queued_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_event_user" ON "webhook_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_event_created" ON "webhook_event" USING btree ("created_at");--> statement-breakpoint
-- By hand, from here to the end. Exclusion constraints, which Drizzle cannot express (EXCLUSIONS in
-- db/schema/availability.ts, BUSY_APART in db/schema/bookings.ts). The hours of one weekday do not overlap:
ALTER TABLE "availability_rule" ADD CONSTRAINT "availability_rule_apart" EXCLUDE USING gist ("producer_id" WITH =, "day_of_week" WITH =, int4range("start_minute", "end_minute") WITH &&);--> statement-breakpoint
-- Nobody is taken twice, except by another time for the same booking.
ALTER TABLE "busy" ADD CONSTRAINT "busy_apart" EXCLUDE USING gist ("user_id" WITH =, "claim_id" WITH <>, "period" WITH &&);--> statement-breakpoint
-- Keeps "busy" in step with bookings.
CREATE FUNCTION booking_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE booking_id = NEW.id;
  IF NEW.status IN ('PAYING', 'WAITING', 'CONFIRMED') AND NEW.outcome IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, booking_id, claim_id, period)
      SELECT user_id, NEW.id, coalesce(NEW.appointment_id, NEW.id), period FROM (VALUES
        (NEW.producer_id, tstzrange(NEW.start_at, NEW.end_at + NEW.rest_minutes * interval '1 minute')),
        (NEW.consumer_id, tstzrange(NEW.start_at, NEW.end_at))) taken (user_id, period) ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER booking_busy AFTER INSERT OR UPDATE OF status, start_at, end_at, rest_minutes, producer_id, consumer_id, outcome ON booking
  FOR EACH ROW EXECUTE FUNCTION booking_busy();--> statement-breakpoint
-- Both people of an accepted call are taken until it is over, or has to be.
CREATE FUNCTION call_request_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy WHERE request_id = NEW.id;
  IF NEW.status = 'ACCEPTED' AND NEW.over_at IS NULL THEN
    -- In one order, so that two that want the same people wait for each other instead of dead-locking.
    INSERT INTO busy (user_id, request_id, claim_id, period)
      SELECT taken.user_id, NEW.id, NEW.id, tstzrange(NEW.answered_at, NEW.ends_at)
        FROM (VALUES (NEW.producer_id), (NEW.consumer_id)) taken (user_id)
        WHERE taken.user_id IS NOT NULL ORDER BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER call_request_busy AFTER INSERT OR UPDATE OF status, ends_at, over_at ON call_request
  FOR EACH ROW EXECUTE FUNCTION call_request_busy();--> statement-breakpoint
-- Files whose row or reference is gone are queued for removal.
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
  EXECUTE FUNCTION "remove_avatar_file"();--> statement-breakpoint
-- Tells servers to read the parameters again. The channel is PARAMETER_CHANGE.
CREATE FUNCTION "notify_parameter_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parameter_change', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "parameter_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "parameter"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_parameter_change"();--> statement-breakpoint
-- The audit trail is append-only, and kept for 90 days at least.
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
-- The lines of one ledger transaction add up to nothing, and are never changed.
CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) <> 0 OR count(DISTINCT currency) <> 1 FROM ledger WHERE tx_key = NEW.tx_key) THEN
    RAISE EXCEPTION 'the lines of % in the ledger do not add up to nothing', NEW.tx_key
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Deferred until all lines are there.
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_balanced();--> statement-breakpoint
CREATE FUNCTION ledger_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_kept();--> statement-breakpoint
-- Chooses the media server of a room that the same transaction then writes, by the capacity that its rooms take.
-- Rooms are placed one after the other: the lock is held until the transaction ends, and a waiting transaction then reads
-- the rows that others have written meanwhile, as each query of a volatile function has a snapshot of its own.
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
END $$;--> statement-breakpoint
-- The outbox of webhooks: events are written in the transaction that changes the row, by web server or media server.
-- Names of events are those of WEBHOOK_EVENTS, the NOTIFY channel is WEBHOOK_DUE.
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
