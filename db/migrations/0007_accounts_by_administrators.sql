UPDATE "user" SET "language" = 'ENGLISH' WHERE "language" NOT IN ('ENGLISH', 'SPANISH');--> statement-breakpoint
ALTER TABLE "email_token" DROP CONSTRAINT "email_token_purpose";--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_purpose" CHECK ("email_token"."purpose" in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD', 'INVITE'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_language" CHECK ("user"."language" in ('ENGLISH', 'SPANISH'));
