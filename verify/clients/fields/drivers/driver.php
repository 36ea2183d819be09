<?php
require __DIR__ . '/fields.php';

while (($line = fgets(STDIN)) !== false) {
    $case = json_decode($line, true);
    try {
        $user = plid_read_user($case['answer'], $case['client_secret']);
    } catch (UnexpectedValueException) {
        $user = null;
    }
    echo json_encode($user), "\n";
}
