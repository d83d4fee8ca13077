<?php
$context = stream_context_create(["http" => ["header" => "User-Agent: hospital-orders/1.0"]]);
echo file_get_contents(getenv("BASE") . "/tenants/config/bestattung", false, $context);
