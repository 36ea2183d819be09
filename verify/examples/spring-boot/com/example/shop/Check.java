package com.example.shop;

import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/** Reads a user record that the service has sent, as lines of name and value, and disconnects that user. */
final class Check {
    public static void main(String[] arguments) throws Exception {
        Map<String, String> record = new HashMap<>();
        for (Scanner lines = new Scanner(System.in, "UTF-8"); lines.hasNextLine(); ) {
            String[] line = lines.nextLine().split("\t", 2);
            record.put(line[0], line[1]);
        }
        Map<String, String> user = Fields.readUser(Map.of("code", "0000", "user", record), arguments[2]);
        System.out.write((user.get("name") + "\n").getBytes("UTF-8"));
        new LoginService(arguments[0], arguments[1], arguments[2]).disconnect(user.get("plid"));
        System.out.println("disconnected");
    }
}
