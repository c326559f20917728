// For drizzle-kit only. Migrations are written by hand, because STRICT tables, CHECKs and triggers
// are beyond what it generates.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './db/schema/*.ts',
  out: './db/migrations',
});
