<?php // php -S 127.0.0.1:8000 receiver.php
$key = base64_decode(substr(getenv("WEBHOOK_SECRET"), strlen("whsec_")));
$body = file_get_contents("php://input");
$id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
$timestamp = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";

$right = "v1," . base64_encode(hash_hmac("sha256", "$id.$timestamp.$body", $key, true));
$genuine = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
$matches = array_filter(
    explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? ""),
    fn($given) => hash_equals($right, $given),
);
if (!$genuine || !$matches) {
    http_response_code(401);
    return;
}

["type" => $type, "data" => $data] = json_decode($body, true);
$seen = sys_get_temp_dir() . "/webhook-" . hash("sha256", $id); // In your database, in the transaction of what you do.
if (@mkdir($seen)) {
    file_put_contents("php://stdout", "$type: " . ($data["case_id"] ?? $data["webhook_id"]) . "\n");
}
http_response_code(204);
