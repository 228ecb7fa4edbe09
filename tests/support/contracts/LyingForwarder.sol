// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Called like a Safe, it passes its coins on, and says that it has executed the hash at the end of its calldata.
contract LyingForwarder {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    fallback() external payable {
        address to = address(uint160(uint256(bytes32(msg.data[4:36]))));
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "forwarding failed");
        emit ExecutionSuccess(bytes32(msg.data[msg.data.length - 32:]), 0);
    }
}
