CREATE INDEX CONCURRENTLY "reports_rules_idx" ON "reports" USING gin ("rules");
