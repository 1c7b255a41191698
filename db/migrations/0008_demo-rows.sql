CREATE TABLE "demo_row" (
	"id" uuid PRIMARY KEY NOT NULL,
	"table" text NOT NULL
);
